/**
 * Loads the rest of the code right after the first view: an open tab never loads anything from a port that somebody else may
 * have by then. What was loaded so is never asked for again, even if it is used much later.
 */
export function loadLaterParts(): void {
  const names = document.querySelector<HTMLMetaElement>('meta[name="later"]')?.content ?? "";
  const load = () => {
    for (const name of names.split(" ").filter(Boolean)) {
      const link = document.createElement("link");
      link.rel = "modulepreload";
      link.href = name;
      document.head.append(link);
    }
  };
  if (document.readyState === "complete") load();
  else addEventListener("load", load, { once: true });
}
