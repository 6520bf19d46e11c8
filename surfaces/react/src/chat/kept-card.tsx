import type { Outcome } from "@yourcall/core";
import { type ReactNode, useRef } from "react";
import { isField } from "../key-targets.ts";

interface Props {
  /** Whether the question is over without an answer given in the card. */
  over: boolean;
  /** What to show then. */
  instead: ReactNode;
  /** How it ended, for the card of somebody who types in it. Withdrawn by default. */
  outcome?: Outcome | undefined;
  /** The card, ended with this outcome if there is one. */
  children: (outcome?: Outcome) => ReactNode;
}

/**
 * A card that gives way to something else when its question is over, except under the hands of somebody who types in it: then it stays,
 * says what happened, and keeps their words.
 */
export function KeptCard({ over, instead, outcome, children }: Props): ReactNode {
  const place = useRef<HTMLDivElement>(null);
  const kept = useRef<Outcome>(undefined);
  if (over && kept.current === undefined && isTypedIn(place.current))
    kept.current = outcome ?? { status: "cancelled", at: new Date().toISOString() };
  if (over && kept.current === undefined) return instead;
  return <div ref={place}>{children(kept.current)}</div>;
}

function isTypedIn(place: HTMLElement | null): boolean {
  const focused = place?.ownerDocument.activeElement;
  return focused != null && place?.contains(focused) === true && isField(focused);
}
