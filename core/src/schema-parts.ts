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

type MakeObject = <Shape extends z.core.$ZodLooseShape>(shape: Shape) => z.ZodMiniObject<Shape, z.core.$strip>;
let make: MakeObject = (shape) => z.object(shape) as never;

/** As `z.object`, in the way that `makeObjects` was last told. */
export const object: MakeObject = (shape) => make(shape);

/** Whoever checks very many values may have a way that takes longer to set up. */
export function makeObjects(way: MakeObject): void {
  make = way;
}
