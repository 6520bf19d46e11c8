import type { Question } from "./schemas.ts";

/**
 * The end of a switch over every kind: it does not compile while a kind is not handled. At run time only a value that no check has
 * seen leads here.
 */
export function unreachable(value: never): never {
  throw new Error(`Unknown kind: ${JSON.stringify(value)}.`);
}

/** The word in front of the person's own words in texts: next to options they are an alternative. */
export function ownWordsName(question: Question): "Other" | "Answer" {
  switch (question.kind) {
    case "choice":
      return "Other";
    case "text":
    case "number":
    case "confirm":
      return "Answer";
    default:
      return unreachable(question);
  }
}

/** Whether the person's own words may have several lines. */
export function takesNewlines(question: Question): boolean {
  switch (question.kind) {
    case "choice":
    case "text":
    case "confirm":
      return true;
    case "number":
      return false;
    default:
      return unreachable(question);
  }
}

/** Whether it is answered by options, perhaps with own words beside them, and not in a field alone. */
export function takesOptions({ kind }: Pick<Question, "kind">): boolean {
  switch (kind) {
    case "choice":
    case "confirm":
      return true;
    case "text":
    case "number":
      return false;
    default:
      return unreachable(kind);
  }
}

/** Whether the only answers are its options: no own words, no note, no skip. */
export function takesYesOrNo({ kind }: Pick<Question, "kind">): boolean {
  switch (kind) {
    case "confirm":
      return true;
    case "choice":
    case "text":
    case "number":
      return false;
    default:
      return unreachable(kind);
  }
}
