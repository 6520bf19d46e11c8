import type { AnchorHTMLAttributes, MouseEvent } from "react";
import { navigate } from "./route.ts";

/** A link to a page of the inbox. A plain click stays in this tab; anything else is left to the browser. */
export function PageLink({ to, onClick, ...rest }: AnchorHTMLAttributes<HTMLAnchorElement> & { to: string }) {
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    if (event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    navigate(to);
  };
  return <a {...rest} href={to} onClick={follow} />;
}
