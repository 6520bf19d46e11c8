/** A value in a JSON text, with where it stands: `from` its first character, `to` after its last. */
export type JsonNode =
  | { type: "object"; from: number; to: number; members: JsonMember[] }
  | { type: "array"; from: number; to: number; items: JsonNode[] }
  | { type: "plain"; from: number; to: number };

export interface JsonMember {
  name: string;
  /** Where its name begins. */
  from: number;
  value: JsonNode;
}

/** Where everything stands in a text that `JSON.parse` takes. Throws that one's own error where it does not. */
export function locateJson(text: string): JsonNode {
  JSON.parse(text);
  let at = 0;

  function skipSpace(): void {
    while (" \t\r\n".includes(text[at] ?? "x")) at++;
  }

  function skipString(): void {
    at++;
    while (text[at] !== '"') at += text[at] === "\\" ? 2 : 1;
    at++;
  }

  // The text is JSON, so what is not said here cannot be otherwise.
  function readValue(): JsonNode {
    skipSpace();
    const from = at;
    if (text[at] === "{") {
      const members = readList("}", () => {
        const start = at;
        skipString();
        const name = JSON.parse(text.slice(start, at)) as string;
        skipSpace();
        at++;
        return { name, from: start, value: readValue() };
      });
      return { type: "object", from, to: at, members };
    }
    if (text[at] === "[") {
      const items = readList("]", readValue);
      return { type: "array", from, to: at, items };
    }
    if (text[at] === '"') skipString();
    else while (!" \t\r\n,]}".includes(text[at] ?? ",")) at++;
    return { type: "plain", from, to: at };
  }

  function readList<Item>(close: string, read: () => Item): Item[] {
    const items: Item[] = [];
    at++;
    skipSpace();
    while (text[at] !== close) {
      items.push(read());
      skipSpace();
      if (text[at] === ",") at++;
      skipSpace();
    }
    at++;
    return items;
  }

  return readValue();
}

/** The member of this name; the last one, as `JSON.parse` has it. */
export function memberOf(node: JsonNode | undefined, name: string): JsonMember | undefined {
  return node?.type === "object" ? node.members.findLast((member) => member.name === name) : undefined;
}
