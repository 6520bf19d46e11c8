import { useEffect, useEffectEvent } from "react";
import { storage } from "./browser-storage.ts";

/** Whether single letters are commands. They can be turned off, because some people trigger them by accident or by voice (WCAG 2.1.4). */
export function lettersAct(): boolean {
  return storage.read("letters") !== "off";
}

/** What the page does with a key: true if it was used. */
type PageKeys = Partial<Record<string, () => boolean>>;

const field = "textarea, select, input:not([type=radio], [type=checkbox])";

/**
 * Keys that act wherever the focus is, except in fields. The page's own keys take precedence over the card's, `/` goes to the
 * filter, and page keys scroll. All other keys reach the card as if they had been pressed there.
 */
export function usePageKeys(keys: PageKeys = {}): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const target = event.target as Element;
    if (event.isComposing || event.keyCode === 229 || document.querySelector("dialog[open]") !== null) return;
    const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey;
    if (target.closest(field) !== null && isPlain) return;
    if (isPlain && /^[a-z?/]$/i.test(event.key) && !lettersAct()) return event.stopPropagation();
    if (isPlain && (keys[event.key] ?? (event.key === "/" ? toFilter : undefined))?.() === true) {
      event.preventDefault();
      event.stopPropagation();
      return;
    }
    if (isPlain) scroll(event, target);
    handOver(event, target);
  });
  useEffect(() => {
    const end = new AbortController();
    addEventListener("keydown", onKey, { capture: true, signal: end.signal });
    return () => end.abort();
  }, []);
}

function toFilter(): boolean {
  const filter = document.querySelector<HTMLElement>("input[type=search]");
  filter?.focus();
  return filter !== null;
}

/** What page keys scroll if nothing around the focus scrolls: the first of these that does. The window itself never scrolls. */
const scrolled = [".side", ".transcript", ".work", "main"];

function scroll(event: KeyboardEvent, target: Element): void {
  const by = { PageDown: 1, PageUp: -1 }[event.key];
  if (by === undefined) return;
  for (let around: Element | null = target; around !== null; around = around.parentElement)
    if (canScroll(around)) return;
  const part = scrolled.flatMap((name) => document.querySelector(name) ?? []).find(canScroll);
  // Less than a screen, so that nothing is skipped.
  part?.scrollBy(0, by * part.clientHeight * 0.85);
}

function canScroll(part: Element): boolean {
  return part.scrollHeight > part.clientHeight && getComputedStyle(part).overflowY === "auto";
}

/** Passes answering keys pressed outside the card on to it. Enter and Space on a link or a button belong to that. */
function handOver(event: KeyboardEvent, target: Element): void {
  const card = document.querySelector(".yc-card");
  if (card === null || card.contains(target) || event.defaultPrevented) return;
  const isEnter = event.key === "Enter";
  if (
    isEnter ? !event.ctrlKey && !event.metaKey && target.closest("a, button, summary") : !/^[a-z0-9]$/.test(event.key)
  )
    return;
  if (!isEnter && (event.ctrlKey || event.metaKey || event.altKey)) return;
  const { key, code, ctrlKey, metaKey, repeat } = event;
  const copy = new KeyboardEvent("keydown", { key, code, ctrlKey, metaKey, repeat, bubbles: true, cancelable: true });
  card.dispatchEvent(copy);
  if (copy.defaultPrevented) event.preventDefault();
}
