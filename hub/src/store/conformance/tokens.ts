import { describe, expect, it } from "vitest";
import type { TokenRecord } from "../store.ts";
import { create, noon } from "./example-ask.ts";
import type { StoreUnderTest } from "./store-under-test.ts";

export function describeTokens({ open, join }: StoreUnderTest): void {
  describe("tokens", () => {
    it("are found by their hash and by their id, listed, and gone once removed", async () => {
      const store = await open();
      const { id: ask } = await create(store);
      const tokens: TokenRecord[] = [
        { id: "t1", hash: "aa", scope: "agent", name: "ci", ask: null, createdAt: noon },
        { id: "t2", hash: "bb", scope: "human", name: "phone", ask: null, createdAt: noon + 1 },
        { id: "t3", hash: "cc", scope: "link", name: "", ask, createdAt: noon + 2 },
      ];
      expect(await store.listTokens()).toEqual([]);
      for (const token of tokens) await store.addToken(token);
      for (const token of tokens) expect(await store.findToken(token.hash)).toEqual(token);
      expect(await store.findToken("t1")).toBeNull();
      for (const token of tokens) expect(await store.getToken(token.id)).toEqual(token);
      expect(await store.getToken("aa")).toBeNull();
      expect(await store.listTokens()).toEqual(tokens);
      expect(await store.removeToken("t2")).toEqual(["t2"]);
      expect(await store.removeToken("t2")).toEqual([]);
      expect(await store.findToken("bb")).toBeNull();
      expect(await store.listTokens()).toEqual([tokens[0], tokens[2]]);
    });

    it("remember what they were made from and for, and when they were last used", async () => {
      const store = await open();
      const token: TokenRecord = {
        ...{ id: "t1", hash: "aa", scope: "human", name: "browser", ask: null, createdAt: noon },
        ...{ lastUsedAt: noon, madeFrom: "human", device: "Firefox on Linux", port: 2255 },
      };
      await store.addToken(token);
      await store.usedToken("t1", noon + 5);
      await store.usedToken("t1", noon + 3);
      await store.usedToken("unknown", noon + 9);
      expect(await store.findToken("aa")).toEqual({ ...token, lastUsedAt: noon + 5 });
    });

    it("are removed with all that were made from them, and no others", async () => {
      const store = await open();
      const add = (id: string, madeFrom?: string) =>
        store.addToken({ id, hash: id, scope: "human", name: "", ask: null, createdAt: noon, madeFrom });
      await add("t1", "human");
      await add("t2", "t1");
      await add("t3", "t2");
      await add("t4", "human");
      expect((await store.removeToken("t1")).sort()).toEqual(["t1", "t2", "t3"]);
      expect((await store.listTokens()).map(({ id }) => id)).toEqual(["t4"]);
    });

    it("have login codes, each of which one hub can take once, and which are removed with their token", async () => {
      const store = await open();
      const other = await join(store);
      const code = (hash: string, madeFrom: string) => ({ hash, madeFrom, until: noon + 5 });
      await store.addToken({ id: "t1", hash: "aa", scope: "human", name: "", ask: null, createdAt: noon });
      for (const each of [code("c1", "t1"), code("c2", "t1"), code("c3", "human")]) await store.addCode(each);
      expect(await other.takeCode("unknown")).toBeNull();
      const taken = await Promise.all([other.takeCode("c1"), store.takeCode("c1")]);
      expect(taken.filter((each) => each !== null)).toEqual([code("c1", "t1")]);
      await other.removeToken("t1");
      expect(await store.takeCode("c2")).toBeNull();
      expect(await store.takeCode("c3")).toEqual(code("c3", "human"));
    });

    it("cause no event", async () => {
      const store = await open();
      await store.addToken({ id: "t1", hash: "aa", scope: "human", name: "", ask: null, createdAt: noon });
      await store.removeToken("t1");
      expect(await store.lastSequence()).toBe(0);
    });
  });
}
