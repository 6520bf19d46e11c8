import * as z from "zod/mini";

/** Refuses text that is only white space, which no screen could show. Empty text is left to `minLength`. */
export function hasText() {
  return z.refine<string>((value) => value === "" || !isBlank(value), {
    error: (issue) => `${String(issue.path?.at(-1))} is only white space. Write some text.`,
  });
}

export function isBlank(text: string): boolean {
  return text.trim() === "";
}
