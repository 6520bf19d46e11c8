import { toEffect } from "./approval-options.ts";
import { cleanCode } from "./clean-text.ts";
import { isRecord } from "./fields.ts";
import { maxEditedLength } from "./limits.ts";
import type { Outcome } from "./outcome-schemas.ts";
import type { Approval, Ask } from "./schemas.ts";

// Edit, then allow: an agent whose host accepts a changed input names the one field of it that a person may change.

/** The field that an agent of ours lets a person change in an input of this shape: a command, or the text that would be written. */
export function findEditable(input: unknown): string | undefined {
  if (!isRecord(input)) return undefined;
  return ["command", "content", "new_string", "new", "new_source"].find((name) => typeof input[name] === "string");
}

/**
 * The text that a person may change before they allow the call; undefined if there is none. A text with characters other than tabs
 * that no field can show as they are cannot be changed: nobody would see what else changes with it. Nor can one that is longer than the
 * field: it would be cut.
 */
export function toEditable({ approval }: Pick<Ask, "approval">): string | undefined {
  const { editable, input } = approval ?? {};
  const text =
    editable !== undefined && isRecord(input) && Object.hasOwn(input, editable) ? input[editable] : undefined;
  if (typeof text !== "string" || text.length > maxEditedLength) return undefined;
  return text === cleanCode(text) ? text : undefined;
}

/** What the person changed the text to; undefined if they allowed the call as it was asked for, or did not allow it. */
export function toEdited(ask: Pick<Ask, "approval">, outcome: Outcome): string | undefined {
  if (toEffect(ask, outcome) !== "allow-once" || outcome.status !== "answered") return undefined;
  const edited = outcome.answers[0]?.edited;
  return edited === toEditable(ask) ? undefined : edited;
}

/** The input of the call as it was allowed. */
export function toAllowedInput(
  ask: { approval?: Pick<Approval, "input" | "editable" | "options"> },
  outcome: Outcome,
): unknown {
  const { input, editable } = ask.approval ?? {};
  const edited = toEdited(ask as Pick<Ask, "approval">, outcome);
  return edited === undefined || editable === undefined ? input : { ...(input as object), [editable]: edited };
}

/** For the agent: what the person changed, in words; empty if nothing. */
export function toEditedText({ approval }: Pick<Ask, "approval">, outcome: Outcome): string {
  const edited = toEdited({ approval }, outcome);
  if (edited === undefined || approval?.editable === undefined) return "";
  const text = cleanCode(edited).replaceAll("\n", "\n  ");
  return `The user changed ${approval.editable} of this call before they allowed it. It ran with:\n  ${text}`;
}
