import { describe, expect } from "vitest";
import { testInBrowser } from "../support/browser.ts";
import { multiAsk, previewAsk, singleAsk } from "../support/card-asks.ts";
import { useCardPage } from "../support/card-page.ts";

const cards = useCardPage({ react: 18, checked: true });

describe("on React 18", () => {
  testInBrowser("a card is answered by pointer, by keys and with text, and says how it ended", async () => {
    const { page, sent, show, hold, settle } = await cards.open({ ask: singleAsk });
    expect(await page.evaluate("cardPage.version")).toMatch(/^18\./);
    await page.getByText("SQLite").click();
    await expect.poll(sent).toMatchObject([["submit", { act: "click", answers: [{ selectedOptions: ["SQLite"] }] }]]);
    await page.getByText("Answered. You, ").waitFor();
    await show({ ask: multiAsk });
    await hold();
    await page.getByRole("checkbox", { name: "TypeScript" }).focus();
    await page.keyboard.press("Space");
    await page.keyboard.press("o");
    await page.keyboard.type("dark mode");
    // What was typed right after a letter that opened the field is sent only after a press or a pause.
    await page.getByRole("textbox").click();
    await page.keyboard.press("Control+Enter");
    await expect.poll(sent).toHaveLength(2);
    await settle("No.");
    await page.getByText("Not accepted: No.").waitFor();
    expect(await page.getByRole("textbox").inputValue()).toBe("dark mode");
    await show({ ask: previewAsk });
    await page.getByText("| nav  | main         |").waitFor();
  });
});
