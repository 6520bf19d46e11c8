import { type Answering, type AnsweringEvent, type Attachment, messageOf } from "@yourcall/core";

type Adding = NonNullable<Answering["adding"]>;

/** Adds the pictures that a person names by their paths, and tells the machine what became of each. */
export function createPictureAdder(
  attach: ((path: string) => Promise<Attachment>) | undefined,
  apply: (event: AnsweringEvent) => void,
) {
  /** Null, or why it could not be added. */
  async function add({ path, question }: Adding): Promise<string | null> {
    const added = await attach?.(path).catch((error: unknown) => messageOf(error));
    if (typeof added === "object") {
      apply({ type: "attach", attachment: added, question });
      return null;
    }
    apply({ type: "not-attached", message: added ?? "" });
    return added ?? "";
  }

  /** Adds pictures one after the other, so that nothing is sent before the last is there. */
  async function addAll(files: readonly Adding[]): Promise<void> {
    const failed: string[] = [];
    for (const file of files) {
      apply({ type: "adding", ...file });
      const why = await add(file);
      if (why !== null) failed.push(why);
    }
    // Adding the next one took the notice away.
    if (failed.length > 0) apply({ type: "not-attached", message: failed.join(" ") });
  }

  return { add, addAll };
}
