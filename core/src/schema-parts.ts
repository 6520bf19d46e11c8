import * as z from "zod/mini";
import { maxNameLength } from "./limits.ts";

/** A value that is made when it is first needed. Building schemas costs milliseconds that a cold start does not have. */
export function lazy<Value>(make: () => Value): () => Value {
  let made: { value: Value } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

export const time = () => z.string().check(z.meta({ format: "date-time" }));
export const upTo = (length: number) => z.string().check(z.maxLength(length));
export const name = () => upTo(maxNameLength);

/** Refuses text that is only white space, which no screen could show. Empty text is left to `minLength`. */
export function hasText() {
  return z.refine<string>((value) => value === "" || value.trim() !== "", {
    error: (issue) => `${String(issue.path?.at(-1))} is only white space. Write some text.`,
  });
}
