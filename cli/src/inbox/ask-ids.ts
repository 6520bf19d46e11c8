const start = "ask_";
// Ids were shorter before they began with the time.
const wholeLengths = [35, 26];

/** The shortest part of an id that a person may give. */
export const shortestId = 4;

/** Whether this is a whole id. */
export function isWholeId(given: string): boolean {
  return given.startsWith(start) && wholeLengths.includes(given.length - start.length);
}

/** The ids that begin or end with the given text, ignoring case and `ask_`. An exact match is the only one. */
export function matchIds(given: string, ids: readonly string[]): string[] {
  if (ids.includes(given)) return [given];
  const wanted = toBare(given);
  if (wanted.length < shortestId) return [];
  return ids.filter((id) => {
    const bare = toBare(id);
    return bare.startsWith(wanted) || bare.endsWith(wanted);
  });
}

/** For each id, the shortest end that is unique among them. */
export function toShortIds(ids: readonly string[]): Map<string, string> {
  // Ids that could be confused begin or end with the same few characters, so only those are compared.
  const near = new Map<string, Set<string>>();
  const nearTo = (edge: string) => near.get(edge) ?? near.set(edge, new Set()).get(edge) ?? new Set();
  for (const id of ids) for (const edge of toEdges(toBare(id))) nearTo(edge).add(id);
  return new Map(
    ids.map((id) => {
      const bare = id.startsWith(start) ? id.slice(start.length) : id;
      for (let length = shortestId; length < bare.length; length++) {
        const short = bare.slice(-length);
        const alike = toEdges(toBare(short)).flatMap((edge) => [...nearTo(edge)]);
        if (matchIds(short, [...new Set(alike)]).length === 1) return [id, short];
      }
      return [id, id];
    }),
  );
}

function toEdges(bare: string): [string, string] {
  return [bare.slice(0, shortestId), bare.slice(-shortestId)];
}

function toBare(id: string): string {
  const bare = id.toLowerCase().startsWith(start) ? id.slice(start.length) : id;
  return bare.toUpperCase();
}
