import { describe, expect } from "vitest";
import { testInBrowser as test } from "../support/browser.ts";
import { approvalAsk, multiAsk, numberAsk, previewAsk, severalAsk, singleAsk, textAsk } from "../support/card-asks.ts";
import { useCardPage } from "../support/card-page.ts";
import { inLanes, pressOn, rest, typedSentences, typeOn, typeSentence, typistClock } from "../support/typist.ts";

describe("prose typed at an embedded card answers nothing", () => {
  const cards = useCardPage();
  const asks = [singleAsk, approvalAsk, multiAsk, severalAsk, textAsk, numberAsk, previewAsk];

  test("wherever the focus is in it, also while its ask ends", { timeout: 600_000 }, async () => {
    const outcome = { status: "cancelled", by: { surface: "claude" }, at: new Date().toISOString() };
    await inLanes(typedSentences(3), async (sentences) => {
      const { page, change, sent } = await cards.open({ ask: singleAsk }, { script: typistClock });
      for (const { text, everyMs, index } of sentences) {
        const ask = { ...asks[index % asks.length], id: `ask_${index}` };
        await change({ ask });
        // A new card ignores keys for a moment, which passes on the page's clock.
        await rest(page, 1000);
        await page.locator("body:not(:has([data-settling]))").waitFor();
        // Each control of the card in turn, reached as a person reaches it.
        await pressOn(page, "Tab", 1 + (index % 6));
        const half = Math.floor(text.length / 2);
        const type = typeSentence(page, index);
        await type(text.slice(0, half), everyMs);
        if (Math.floor(index / 4) % 2 === 0) await change({ ask: { ...ask, outcome } });
        await type(text.slice(half), everyMs);
        await rest(page, 400);
        expect([text, await sent()]).toEqual([text, []]);
        await pressOn(page, "Escape", 1);
      }
    });
  });

  test("into its field: the field stays, takes the rest, and says what happened", async () => {
    const { page, show, sent } = await cards.open({ ask: singleAsk }, { script: typistClock });
    await page.getByText("Other", { exact: true }).click();
    const field = page.getByRole("textbox");
    const before = await field.boundingBox();
    await typeOn(page, "only with 2 replicas, ", 90);
    const at = new Date().toISOString();
    await show({ ask: { ...singleAsk, outcome: { status: "cancelled", by: { surface: "claude" }, at } } });
    await typeOn(page, "or not at all\n", 90);
    await rest(page, 400);
    expect(await field.inputValue()).toBe("only with 2 replicas, or not at all\n");
    expect(await field.boundingBox()).toMatchObject({ x: before?.x, y: before?.y });
    await page.getByText("Withdrawn.").waitFor();
    await page.getByText("Your words are kept, not sent.").waitFor();
    await page.keyboard.press("Control+Enter");
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.getByRole("button", { name: "Copy" }).click();
    await page.getByRole("button", { name: "Copied" }).waitFor();
    expect(await page.evaluate("document.activeElement.value")).toContain("or not at all");
    await page.keyboard.press("Escape");
    await page.getByText("Your draft, not sent").waitFor();
    await page.getByText("or not at all").waitFor();
    expect(await field.count()).toBe(0);
    expect(await sent()).toEqual([]);
  });
});
