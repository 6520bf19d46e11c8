import { BadRequestError } from "./bad-request.ts";
import { isPlainlyShallow, isTooDeep } from "./nesting.ts";

/** How Fastify reads JSON: it calls back at once. */
export type ParseJson = (text: string, done: (error: Error | null, body?: unknown) => void) => void;

/** Reads a body. What names `__proto__` or `constructor`, is no JSON, or is nested too deeply is refused. */
export function readJson(text: string, parse: ParseJson): unknown {
  const body = parsePlain(text) ?? parseWarily(text, parse);
  if (!isPlainlyShallow(text) && isTooDeep(body))
    throw new BadRequestError([{ path: "", message: "It is nested too deeply." }]);
  return body;
}

// Without those words, and without a backslash that may hide them, there is nothing to be wary of.
function parsePlain(text: string): unknown {
  if (text.includes("\\") || text.includes("__proto__") || text.includes("constructor")) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function parseWarily(text: string, parse: ParseJson): unknown {
  let failure: Error | null = null;
  let body: unknown;
  parse(text, (error, parsed) => {
    failure = error;
    body = parsed;
  });
  if (failure !== null) throw failure;
  return body;
}
