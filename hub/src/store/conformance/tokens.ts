import { describe, expect, it } from "vitest";
import type { TokenRecord } from "../store.ts";
import { create, noon } from "./example-ask.ts";
import type { StoreUnderTest } from "./store-under-test.ts";

export function describeTokens({ open }: StoreUnderTest): void {
  describe("tokens", () => {
    it("are found by their hash, listed, and gone once removed", async () => {
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
      expect(await store.listTokens()).toEqual(tokens);
      expect(await store.removeToken("t2")).toBe(true);
      expect(await store.removeToken("t2")).toBe(false);
      expect(await store.findToken("bb")).toBeNull();
      expect(await store.listTokens()).toEqual([tokens[0], tokens[2]]);
    });

    it("make no event", async () => {
      const store = await open();
      await store.addToken({ id: "t1", hash: "aa", scope: "human", name: "", ask: null, createdAt: noon });
      await store.removeToken("t1");
      expect(await store.lastSequence()).toBe(0);
    });
  });
}
