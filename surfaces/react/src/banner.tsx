import type { ReactNode } from "react";
import type { CardPart } from "./card-props.ts";

/** How it stands, in a sentence above everything else. */
export function Banner({
  part,
  tone,
  title,
  text,
  children,
}: {
  part: (name: CardPart) => string;
  tone: "success" | "warning" | "danger" | "plain";
  title: string;
  text?: string;
  children?: ReactNode;
}) {
  return (
    <div className={part("banner")} data-tone={tone}>
      <p dir="auto">
        <strong>{title}</strong> {text}
      </p>
      {children}
    </div>
  );
}
