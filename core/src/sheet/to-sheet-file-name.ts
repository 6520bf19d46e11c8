import { toHeaderName } from "../option-name.ts";
import type { Ask } from "../schemas.ts";

/** The name of an ask's sheet as a file, as in `yourcall-database-7Q2F.md`. Safe on every file system. */
export function toSheetFileName(ask: Ask, id = ""): string {
  const slug = toHeaderName(ask, 0)
    .normalize("NFKD")
    .replace(/[\u0300-\u036f]/g, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, 40)
    .replace(/^-|-$/g, "");
  const end = id
    .replace(/^ask_/, "")
    .replace(/[^A-Za-z0-9]/g, "")
    .slice(-4);
  return `${["yourcall", slug === "" ? "ask" : slug, end].filter((part) => part !== "").join("-")}.md`;
}
