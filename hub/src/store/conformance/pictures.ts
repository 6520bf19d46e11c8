import type { Attachment } from "@yourcall/core";
import { describe, expect, it } from "vitest";
import { create, noon, outcomes } from "./example-ask.ts";
import type { StoreUnderTest } from "./store-under-test.ts";

const most = 2;

/** A picture whose bytes are the letter, many times. */
function pictureOf(
  ask: string,
  letter: string,
  length = 10,
): { ask: string; picture: Attachment; data: string; at: number } {
  const data = Buffer.from(letter.repeat(length)).toString("base64");
  const picture: Attachment = { hash: letter.repeat(64), type: "image/png", bytes: length, width: 4, height: 3 };
  return { ask, picture, data, at: noon + letter.charCodeAt(0) };
}

export function describePictures({ open, join, reopen }: StoreUnderTest): void {
  describe("pictures", () => {
    it("are read at every hub and after a restart, in the order in which they were added", async () => {
      const store = await open();
      const other = await join(store);
      const { id } = await create(store);
      // Larger than any other row.
      const large = pictureOf(id, "b", 3 * 1024 * 1024);
      expect(await store.addPicture(large, most)).toBe(true);
      expect(await other.addPicture(pictureOf(id, "a"), most)).toBe(true);
      expect((await other.picturesOf(id)).map(({ hash, ask }) => [hash[0], ask])).toEqual([
        ["a", id],
        ["b", id],
      ]);
      expect((await other.pictureData(id, large.picture.hash)) === large.data).toBe(true);
      const again = await reopen(store);
      expect(await again.picturesOf(id)).toHaveLength(2);
      expect(await again.pictureData(id, "c".repeat(64))).toBe(null);
      expect(await again.pictureData("ask_other", large.picture.hash)).toBe(null);
    });

    it("are added to pending asks only, and not more than may be", async () => {
      const store = await open();
      const { id } = await create(store);
      for (const letter of ["a", "b", "a"]) expect(await store.addPicture(pictureOf(id, letter), most)).toBe(true);
      expect(await store.addPicture(pictureOf(id, "c"), most)).toBe(false);
      await store.keepPictures(id, ["b".repeat(64)]);
      expect(await store.addPicture(pictureOf(id, "c"), most)).toBe(true);
      await store.keepPictures(id, []);
      expect(await store.picturesOf(id)).toEqual([]);
      await store.end(id, outcomes.answered(1));
      expect(await store.addPicture(pictureOf(id, "a"), most)).toBe(false);
      expect(await store.addPicture(pictureOf("ask_unknown", "a"), most)).toBe(false);
    });

    it("are copied to another ask, and deleted with their own", async () => {
      const store = await open();
      const [first, second] = [await create(store), await create(store)];
      await store.addPicture(pictureOf(first.id, "a"), most);
      await store.copyPictures(first.id, second.id);
      await store.copyPictures(first.id, "ask_unknown");
      await store.end(first.id, outcomes.answered(1));
      expect(await store.forget(noon + 86_400_000)).toBe(1);
      expect(await store.picturesOf(first.id)).toEqual([]);
      expect((await store.picturesOf(second.id)).map(({ ask }) => ask)).toEqual([second.id]);
    });
  });
}
