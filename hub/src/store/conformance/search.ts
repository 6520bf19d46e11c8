import type { Outcome } from "@yourcall/core";
import { describe, expect, it } from "vitest";
import type { ListQuery, Store } from "../store.ts";
import { create, listIds, newQuestion, outcomes } from "./example-ask.ts";
import type { StoreUnderTest } from "./store-under-test.ts";

const find = (store: Store, search: string, status: ListQuery["status"] = "all") =>
  listIds(store, { status, order: "oldest", search });

export function describeSearch({ open }: StoreUnderTest): void {
  describe("search", () => {
    it("finds words in questions, headers, labels and descriptions", async () => {
      const store = await open();
      const questions = [
        { ...newQuestion("Which cache should it be?", ["Redis"]), header: "Caching" },
        { ...newQuestion("And where?"), options: [{ label: "Frankfurt", description: "close to the customers" }] },
      ];
      const { id } = await create(store, { questions });
      await create(store);
      for (const word of ["cache", "Caching", "Redis", "Frankfurt", "customers", "where?"])
        expect(await find(store, word)).toEqual([id]);
    });

    it("finds words in answers, notes, comments and reasons once the ask has ended", async () => {
      const store = await open();
      const [answered, declined, cancelled] = [await create(store), await create(store), await create(store)];
      const by = { surface: "web", act: "click" } as const;
      const at = "2026-03-01T12:00:00.000Z";
      const answer = { question: "Which database?", header: "Choice", selectedOptions: ["SQLite"] };
      const outcome: Outcome = {
        ...{ status: "answered", by, at, comment: "Thanks, Ada" },
        answers: [{ ...answer, customInput: "DuckDB", notes: "only for reports" }],
      };
      expect(await find(store, "duckdb")).toEqual([]);
      await store.end(answered.id, outcome);
      await store.end(declined.id, { status: "declined", reason: "None of my business", by, at });
      await store.end(cancelled.id, { status: "cancelled", reason: "Found it myself", at });
      for (const word of ["duckdb", "reports", "ada"]) expect(await find(store, word)).toEqual([answered.id]);
      expect(await find(store, "business")).toEqual([declined.id]);
      expect(await find(store, "myself")).toEqual([cancelled.id]);
      expect(await find(store, "duckdb", "pending")).toEqual([]);
      expect(await find(store, "database", "ended")).toHaveLength(3);
    });

    it("requires every word, in any field and order, even as part of a longer word", async () => {
      const store = await open();
      const { id } = await create(store, { text: "Which framework for the shop?" });
      await create(store, { text: "Which framework?" });
      expect(await find(store, "  shop\tPOSTGRES frame \n")).toEqual([id]);
      expect(await find(store, "shop rails")).toEqual([]);
      expect(await find(store, "frame frame")).toHaveLength(2);
    });

    it("does not find a word that spans two fields", async () => {
      const store = await open();
      await create(store, { questions: [newQuestion("Left", ["Right", "Up"])] });
      for (const word of ["RightUp", "LeftChoice", "leftright"]) expect(await find(store, word)).toEqual([]);
    });

    it("ignores case, in any script", async () => {
      const store = await open();
      const { id } = await create(store, {
        text: "Öffnen wir οδοσήμανση und die Straße in ЯЛТА? Cafe\u0301 データベース 👍",
      });
      const words = ["öFFNEN", "ΟΔΟΣ", "ΟΔΟΣΉΜΑΝΣΗ", "STRASSE", "straße", "ялта", "CAFÉ", "データ", "👍"];
      for (const word of words) expect(await find(store, word)).toEqual([id]);
    });

    it("treats wildcards, quotes and operators as plain characters", async () => {
      const store = await open();
      const { id } = await create(store, { text: "Use 100%_safe \\ 'names' \"here\" [a-z]* ^$ OR NOT?" });
      await create(store, { text: "Use 1000 unsafe names" });
      for (const text of ["100%", "%_safe", "\\", "'names'", '"here"', "[a-z]*", "^$", "%", "_", "'", "OR NOT?"])
        expect(await find(store, text)).toEqual([id]);
      for (const text of ["1%0", "sa_e", "%%", "s*e", "a\u0000b"]) expect(await find(store, text)).toEqual([]);
    });

    it("has no effect without a word", async () => {
      const store = await open();
      const ids = [(await create(store)).id, (await create(store)).id];
      expect(await find(store, "")).toEqual(ids);
      expect(await find(store, " \n ")).toEqual(ids);
    });

    it("accepts a long query", async () => {
      const store = await open();
      const text = Array.from({ length: 2000 }, (_, index) => `word${index}`).join(" ");
      const { id } = await create(store, { text });
      expect(await find(store, text)).toEqual([id]);
      expect(await find(store, `${text} more`)).toEqual([]);
      expect(await find(store, "x".repeat(60_000))).toEqual([]);
    });

    it.each(["oldest", "newest"] as const)("pages through many asks, %s first", async (order) => {
      const store = await open();
      const texts = Array.from({ length: 5000 }, (_, index) => (index % 500 === 0 ? "a needle" : "hay"));
      const records = await Promise.all(texts.map((text) => create(store, { text })));
      const needles = records.filter((_, index) => texts[index] === "a needle").map(({ id }) => id);
      const expected = order === "oldest" ? needles : needles.toReversed();
      for (const status of ["all", "pending"] as const)
        for (const limit of [3, 100])
          expect(await listIds(store, { status, order, search: "needle" }, limit)).toEqual(expected);
      for (const id of needles.slice(0, 5)) await store.end(id, outcomes.answered());
      expect(await listIds(store, { status: "pending", order, search: "needle" }, 2)).toEqual(
        expected.filter((id) => needles.indexOf(id) >= 5),
      );
    });
  });
}
