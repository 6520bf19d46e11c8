import { guardKeys, type KeyGate } from "@yourcall/react/internal/acting";
import { useEffect, useEffectEvent, useRef } from "react";
import { storage } from "./browser-storage.ts";

/** Whether single letters are commands. They can be turned off, because some people trigger them by accident or by voice (WCAG 2.1.4). */
export function lettersAct(): boolean {
  return storage.read("letters") !== "off";
}

/** Whether a click on an option of a single question sends it. */
export function clickSends(): boolean {
  return storage.read("send-at-once") !== "off";
}

/** What the page does with a key: true if it was used. */
type PageKeys = Partial<Record<string, () => boolean>>;

const field = "textarea, select, input:not([type=radio], [type=checkbox])";

interface PageKeyOptions {
  /** Whether the page has asks, so that a text typed at it must not be taken for commands. */
  guarded?: boolean;
  /** Called when a key outside the card was ignored. Without it, the card says so. */
  onIgnored?: () => void;
}

/**
 * Keys that act wherever the focus is, except in fields. The page's own keys take precedence over the card's, `/` goes to the
 * filter, and page keys scroll. All other keys reach the card as if they had been pressed there, and so do pictures.
 */
export function usePageKeys(keys: PageKeys = {}, { guarded = false, onIgnored }: PageKeyOptions = {}): void {
  const gate = useRef<KeyGate>(undefined);
  const ignore = useEffectEvent(() => onIgnored?.());
  const hasPlace = onIgnored !== undefined;
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const target = event.target as Element;
    if (event.isComposing || event.keyCode === 229 || document.querySelector("dialog[open]") !== null) return;
    const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey;
    if (target.closest(field) !== null && isPlain) return;
    if (isPlain && /^[a-z?/]$/i.test(event.key) && !lettersAct()) return event.stopPropagation();
    const act =
      isPlain && !movesLines(event.key) ? (keys[event.key] ?? (event.key === "/" ? toFilter : undefined)) : undefined;
    // A held key walks through the asks, and does nothing else.
    if (act !== undefined && ((event.repeat && !moves.includes(event.key)) || act())) {
      event.preventDefault();
      event.stopPropagation();
      return;
    }
    if (isPlain) scroll(event, target);
    handOver(event, target, gate.current);
  });
  useEffect(() => {
    const end = new AbortController();
    const { signal } = end;
    if (guarded) {
      gate.current = guardKeys(document.documentElement, { signal, moves, onIgnored: hasPlace ? ignore : undefined });
      gate.current.changed({ approval: false });
    }
    addEventListener("keydown", onKey, { capture: true, signal });
    for (const type of ["paste", "dragover", "drop"] as const) addEventListener(type, handOverFiles, { signal });
    return () => end.abort();
  }, [guarded, hasPlace]);
}

const moves = "jk";

/** Whether a plan or a change is reviewed line by line, and the key moves between its lines. */
function movesLines(key: string): boolean {
  return moves.includes(key) && document.querySelector('.yc-card[data-page="lines"]') !== null;
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
function handOver(event: KeyboardEvent, target: Element, gate: KeyGate | undefined): void {
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
  card.dispatchEvent(gate?.let(copy) ?? copy);
  if (copy.defaultPrevented) event.preventDefault();
}

/** Passes files that are pasted or dropped outside the card on to it, if it has one question. Otherwise a browser opens what is dropped. */
function handOverFiles(event: ClipboardEvent | DragEvent): void {
  const data = event instanceof ClipboardEvent ? event.clipboardData : event.dataTransfer;
  if (event.defaultPrevented || !data?.types.includes("Files")) return;
  const isPaste = event instanceof ClipboardEvent;
  if (isPaste && (event.target as Element).closest(field) !== null) return;
  event.preventDefault();
  const card = document.querySelector(".yc-card");
  if (event.type === "dragover" || card === null || card.contains(event.target as Element)) return;
  card.dispatchEvent(
    isPaste ? new ClipboardEvent("paste", { clipboardData: data }) : new DragEvent("drop", { dataTransfer: data }),
  );
}

/** Whether somebody is typing in a field in this part of the page: then it must not go away. */
export function isTypingIn(part: string): boolean {
  return document.activeElement?.matches(`${part} :is(textarea, input:not([type=radio], [type=checkbox]))`) === true;
}
