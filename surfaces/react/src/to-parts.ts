import type { CardPart, CardProps } from "./card-props.ts";

/** The classes of each part: ours, which style.css knows, and the host's. */
export function toParts(classNames: CardProps["classNames"] = {}): (name: CardPart) => string {
  return (name) => `yc-${name} ${classNames[name] ?? ""}`.trimEnd();
}
