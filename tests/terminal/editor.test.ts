import { describe, expect, test } from "vitest";
import { authMethod, database, features, providers } from "../support/asks.ts";
import { answersOf, ask, outcomeOf } from "../support/prompt.ts";
import { scriptedEditor } from "../support/stand-in.ts";

describe("Ctrl-G in a field opens its text in the editor", () => {
  test("and uses the saved text", async () => {
    const editor = scriptedEditor(`cp "$1" "$HERE/before"; printf 'from the\\neditor\\n' >"$1"`);
    const terminal = await ask([database], { env: editor.env });
    terminal.press("o");
    terminal.type("draft");
    await terminal.see("Other: draft");
    terminal.press("ctrl+g");
    await terminal.see(/Other: from the\n│ +editor/);
    expect(editor.read("before")).toBe("draft");
    terminal.press("enter");
    expect(await answersOf(terminal)).toEqual([{ selectedOptions: [], customInput: "from the\neditor" }]);
  });

  test("VISUAL comes before EDITOR and may contain arguments", async () => {
    const editor = scriptedEditor(`printf '%s' "$1" >"$2"`);
    const env = { ...editor.env, VISUAL: `${editor.env.EDITOR} --wait`, EDITOR: "/bin/false" };
    const terminal = await ask([database], { env });
    terminal.press("n", "ctrl+g");
    await terminal.see("note: --wait");
  });

  test("an unchanged text is kept, with a message", async () => {
    const terminal = await ask([database], { env: scriptedEditor("true").env });
    terminal.press("o");
    terminal.type("draft");
    await terminal.see("draft");
    terminal.press("ctrl+g");
    expect(await terminal.see("✖ Nothing changed in the editor.")).toContain("Other: draft");
  });

  test("a missing editor is named, a failing one changes nothing", async () => {
    const missing = await ask([database], { env: { EDITOR: "no-such-editor" } });
    missing.press("o", "ctrl+g");
    await missing.see('✖ "no-such-editor" was not found. Set VISUAL or EDITOR to your editor.');
    const failing = await ask([database], { env: scriptedEditor(`echo lost >"$1"; exit 1`).env });
    failing.press("o");
    failing.type("kept");
    await failing.see("kept");
    failing.press("ctrl+g");
    expect(await failing.see("✖ The editor exited with an error")).toContain("Other: kept");
  });
});

describe("Ctrl-G outside a field opens the ask as a sheet", () => {
  test("an edited sheet fills the review, and nothing is sent before Enter", async () => {
    const editor = scriptedEditor(
      `cp "$1" "$HERE/sheet"; sed -i -e '/OAuth 2.0/d' -e '/Microsoft/d' -e 's/^## Comment$/&\\nStart small./' "$1"`,
    );
    const terminal = await ask([authMethod, providers], { env: editor.env });
    terminal.press("ctrl+g");
    await terminal.see("> Send answers");
    expect(terminal.screen()).toMatchInlineSnapshot(`
      "╭─ Review ─╮  2 of 2 answered    ✔ Auth Method   ✔ Providers   ▸ Review
      │
      │  1   ✔ Auth Method: JWT
      │
      │  2   ✔ Providers: Google, GitHub
      │
      │        Comment: Start small.
      │
      │    > Send answers
      │
      ╰──────────────────────────────────────────────────────────────────────────────
        enter send • 1-2 edit • c comment • esc back • x decline"
    `);
    expect(editor.read("sheet")).toMatchInlineSnapshot(`
      "<!-- yourcall ask_local -->
      <!-- Delete the options you do not want. What is left is your answer. -->
      <!-- Own answer: write after Other. No preference: write skip. Not now: quit without saving. -->

      ## 1 Auth Method · keep one
      > Which authentication method should we use?

      - OAuth 2.0 (Recommended) — Industry standard, supports social login
      - JWT — Stateless tokens, good for APIs
      - Other:

      ## 2 Providers · keep any
      > Which OAuth providers should we support?

      - Google — Most widely used
      - GitHub — Popular for developer tools
      - Microsoft — Enterprise integration
      - Other:
      - (keep all: delete this line)

      ## Comment

      <!-- /yourcall -->
      "
    `);
    terminal.press("enter");
    const outcome = await outcomeOf(terminal);
    expect(outcome).toMatchObject({
      code: 0,
      answers: [{ selectedOptions: ["JWT"] }, { selectedOptions: ["Google", "GitHub"] }],
      comment: "Start small.",
    });
  });

  test("an invalid sheet opens again with each error above its line until it is valid", async () => {
    const editor = scriptedEditor(`
      if [ -e "$HERE/second" ]; then cp "$1" "$HERE/marked"; sed -i '/MongoDB/d' "$1"
      else touch "$HERE/second"; sed -i '/PostgreSQL/d' "$1"; fi`);
    const terminal = await ask([database], { env: editor.env });
    terminal.press("ctrl+g");
    expect(await terminal.see("> Send answer")).toContain("✔ Database: SQLite");
    expect(editor.read("marked")).toMatch(/<!-- ✖ Question 1 takes one answer and 2 are left .*-->\n- SQLite/);
  });

  test("the sheet says what is chosen so far, and a question left untouched keeps it", async () => {
    const editor = scriptedEditor(`cp "$1" "$HERE/sheet"; sed -i -e '/Microsoft/d' "$1"`);
    const terminal = await ask([authMethod, providers], { env: editor.env });
    terminal.press("2");
    await terminal.see("Question 2 of 2");
    terminal.press("ctrl+g");
    const review = await terminal.see("> Send answers");
    expect(review).toContain("1   ✔ Auth Method: JWT");
    expect(review).toContain("2   ✔ Providers: Google, GitHub");
    expect(editor.read("sheet")).toMatch(/^## 1 Auth Method · keep one\n<!-- chosen so far: JWT -->\n> Which/m);
    expect(editor.read("sheet").match(/chosen so far/g)).toHaveLength(1);
    terminal.press("enter");
    expect(await answersOf(terminal)).toEqual([
      { selectedOptions: ["JWT"] },
      { selectedOptions: ["Google", "GitHub"] },
    ]);
  });

  test("a refused sheet keeps every edit for the next time", async () => {
    const editor = scriptedEditor(`
      if [ -e "$HERE/fourth" ]; then cp "$1" "$HERE/again"; sed -i '/MongoDB/d' "$1"
      elif [ -e "$HERE/third" ]; then touch "$HERE/fourth"
      elif [ -e "$HERE/second" ]; then touch "$HERE/third"; exit 1
      else touch "$HERE/second"; sed -i -e '/PostgreSQL/d' -e 's/^## Comment$/&\\nStart small./' "$1"; fi`);
    const terminal = await ask([database], { env: editor.env });
    terminal.press("ctrl+g");
    await terminal.see(/✖ The editor exited with an error; nothing was changed\. ctrl\+g opens it\s+again\./);
    terminal.press("ctrl+g");
    await terminal.see("✖ The sheet still has errors; nothing was changed.");
    terminal.press("ctrl+g");
    expect(await terminal.see("> Send answer")).toContain("✔ Database: SQLite");
    expect(terminal.screen()).toContain("Comment: Start small.");
    expect(editor.read("again")).toMatch(/<!-- ✖ Question 1 takes one answer/);
  });

  test("an unchanged sheet changes nothing", async () => {
    const terminal = await ask([features], { env: scriptedEditor("true").env });
    terminal.press("1", "ctrl+g");
    expect(await terminal.see("✖ The sheet is unchanged.")).toContain("☑ TypeScript");
  });

  test("an editor that fails, or an emptied sheet, answers nothing", async () => {
    for (const script of [`sed -i '/SQLite/d' "$1"; exit 1`, `: >"$1"`]) {
      const terminal = await ask([database], { env: scriptedEditor(script).env });
      terminal.press("ctrl+g");
      expect(await terminal.see("✖ The")).toContain("nothing was changed");
      expect(terminal.screen()).not.toContain("●");
    }
  });

  test("decline with a reason in the sheet leads to the decline page, where Enter declines", async () => {
    const editor = scriptedEditor(
      `{ head -n 3 "$1"; echo 'decline: ask ops'; tail -n +4 "$1"; } >"$1.new"; mv "$1.new" "$1"`,
    );
    const terminal = await ask([database], { env: editor.env });
    terminal.press("ctrl+g");
    await terminal.see("Because: ask ops");
    terminal.press("enter");
    expect(await outcomeOf(terminal)).toMatchObject({ code: 3, reason: "ask ops" });
  });

  test("the editor gets the terminal in its normal state", async () => {
    const editor = scriptedEditor(
      `stty -a >"$HERE/stty"; printf 'your words: '; until read words; do :; done; echo "$words" >"$1"`,
    );
    const terminal = await ask([database], { env: editor.env });
    terminal.press("n", "ctrl+g");
    await terminal.see("your words:");
    expect(terminal.screen()).not.toContain("╭─");
    expect(terminal.modes).toEqual({ bracketedPaste: false, focusReports: false });
    expect(terminal.cursorVisible()).toBe(true);
    terminal.type("typed in the editor\r");
    await terminal.see("note: typed in the editor");
    expect(editor.read("stty")).toMatch(/ icanon .* echo /s);
    expect(terminal.modes).toEqual({ bracketedPaste: true, focusReports: true });
  });

  test("Ctrl-C in the editor only reaches the editor", async () => {
    const editor = scriptedEditor(
      `trap 'echo interrupted >"$HERE/trap"' INT; printf 'your words: '; until read words; do :; done; echo "got $words" >"$1"`,
    );
    const terminal = await ask([database], { env: editor.env });
    terminal.press("n", "ctrl+g");
    await terminal.see("your words:");
    terminal.press("ctrl+c");
    await terminal.see("^C");
    terminal.type("more\r");
    await terminal.see("note: got");
    expect(editor.read("trap")).toBe("interrupted\n");
  });

  test("keys that arrive together with Ctrl-G neither answer nor open a second editor", async () => {
    const editor = scriptedEditor(`echo opened >>"$HERE/opened"; printf 'your words: '; read words; exit 1`);
    const terminal = await ask([database], { env: editor.env });
    terminal.press("ctrl+g", "ctrl+g", "enter");
    await terminal.see("your words:");
    terminal.type("nothing\r");
    await terminal.see("The editor exited with an error; nothing was changed.");
    expect(editor.read("opened")).toBe("opened\n");
    terminal.press("2");
    expect(await answersOf(terminal)).toEqual([{ selectedOptions: ["MongoDB"] }]);
  });
});
