import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { stripVTControlCharacters } from "node:util";
import { describe, expect, test, vi } from "vitest";
import { toQrText } from "../../cli/src/share/qr-text.ts";
import { startHttpsProxy } from "../support/https-proxy.ts";
import { startHub, type TestHub, useHub } from "../support/hub.ts";
import { testWith } from "../support/needs.ts";
import { standIn } from "../support/stand-in.ts";
import { openTerminal } from "../support/terminal.ts";

const name = "desk.tail1234.ts.net";
const running = { BackendState: "Running", Self: { DNSName: `${name}.` }, CertDomains: [name] };
const handlers = (served: object) => ({ Web: { [`${name}:443`]: { Handlers: served } } });

/** A `tailscale` that remembers what it serves. With `fails` it says this, and serves nothing. */
function standInTailscale({ status = running as object, serves = {} as object, fails = "" } = {}) {
  const program = standIn(
    "tailscale",
    `cd "$(dirname "$0")"
    case "$1 $2" in
      "status --json") cat status.json ;;
      "serve status") cat serve.json ;;
      "serve --bg") ${fails === "" ? "" : `echo '${fails}' >&2; exit 1`}
        echo '{"Web":{"${name}:443":{"Handlers":{"/":{"Proxy":"'"$3"'"}}}}}' >serve.json ;;
      "serve --https=443") [ "$3 $4" = "--set-path=/ off" ] || exit 2; echo '{}' >serve.json ;;
      *) exit 2 ;;
    esac`,
  );
  writeFileSync(join(program.directory, "status.json"), JSON.stringify(status));
  writeFileSync(join(program.directory, "serve.json"), JSON.stringify(serves));
  return {
    env: program.env,
    /** The calls that change something. */
    changes: () =>
      program
        .calls()
        .flatMap(([one, two = "", ...more]) =>
          /^(--|serve)/.test(two) && two !== "--json" ? [[one, two, ...more].join(" ")] : [],
        ),
    serves: () => JSON.parse(readFileSync(join(program.directory, "serve.json"), "utf8")),
  };
}

const sharedHub = useHub();

const settingsOf = ({ directory }: TestHub) =>
  existsSync(join(directory, "config.json")) ? JSON.parse(readFileSync(join(directory, "config.json"), "utf8")) : {};

/** A request to the hub as Tailscale passes it on. */
function call(hub: TestHub, method: string, path: string, body?: object): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const headers = { host: name, "content-type": "application/json" };
    const sent = request(`${hub.url}${path}`, { method, headers }, async (reply) =>
      resolve({ status: reply.statusCode ?? 0, text: await text(reply) }),
    );
    sent.once("error", reject);
    sent.end(body && JSON.stringify(body));
  });
}

describe("yourcall share", () => {
  test("serves the page without a restart, and its link logs one phone in; --off undoes exactly that", async () => {
    const hub = await startHub();
    const tailscale = standInTailscale({ serves: handlers({ "/files": { Path: "/srv" } }) });
    expect((await call(hub, "GET", "/healthz")).status).toBe(403);
    const { code, stdout, stderr } = await hub.run(["share", "--yes"], { env: tailscale.env });
    expect([code, stderr]).toEqual([0, expect.stringContaining(`tailscale serve --bg ${hub.url}`)]);
    expect(tailscale.changes()).toEqual([`serve --bg ${hub.url}`]);
    expect(settingsOf(hub)).toEqual({ publicUrl: `https://${name}` });
    expect((await call(hub, "GET", "/")).status).toBe(200);
    const [, login] = new RegExp(`^https://${name}/#login=([\\w-]{22})\\.[\\w-]{22}\\n$`).exec(stdout) ?? [];
    const statuses = [1, 2].map(async () => (await call(hub, "POST", "/v1/login", { code: login })).status);
    expect((await Promise.all(statuses)).sort()).toEqual([200, 401]);

    // Again: nothing to change, only another code.
    const again = await hub.run(["share", "--print"], { env: tailscale.env });
    expect([again.code, again.stdout === stdout, tailscale.changes().length]).toEqual([0, false, 1]);

    expect((await hub.run(["share", "--off"], { env: tailscale.env })).code).toBe(0);
    expect(tailscale.changes()[1]).toBe("serve --https=443 --set-path=/ off");
    expect(settingsOf(hub)).toEqual({});
    await vi.waitFor(async () => expect((await call(hub, "GET", "/")).status).toBe(403), 10_000);
    expect((await hub.run(["share", "--off"], { env: tailscale.env })).stderr).toContain("was not shared");
  });

  test("says what it will run and asks first, then draws a code", async () => {
    const hub = await startHub();
    const tailscale = standInTailscale();
    const noTerminal = await hub.run(["share"], { env: tailscale.env });
    expect([noTerminal.code, noTerminal.stderr]).toEqual([2, expect.stringContaining("--yes")]);
    const open = () =>
      openTerminal(["share"], {
        stdoutOnTerminal: true,
        columns: 120,
        rows: 50,
        env: { YOURCALL_HOME: hub.directory, ...tailscale.env },
      });
    const first = open();
    await first.see(`tailscale serve --bg ${hub.url}`);
    await first.see("Change nothing");
    await first.ready();
    first.press("2");
    await first.see("Nothing was changed.");
    expect([(await first.exited).code, tailscale.changes(), settingsOf(hub)]).toEqual([1, [], {}]);
    const second = open();
    await second.see("Share it");
    await second.ready();
    second.press("1");
    await second.see("within one minute");
    const [link = ""] = new RegExp(`https://${name}/#login=[\\w-]{22}\\.[\\w-]{22}`).exec(second.screen()) ?? [];
    const plain = stripVTControlCharacters(toQrText(link));
    const trimmed = (all: string) =>
      all
        .split("\n")
        .map((line) => line.trimEnd())
        .filter((line) => /[█▀▄]/.test(line));
    expect(trimmed(second.screen())).toEqual(trimmed(plain));
  });

  test.each([
    [
      "another program's handler",
      { serves: handlers({ "/": { Proxy: "http://127.0.0.1:3000" } }) },
      /already serves.*3000/,
    ],
    ["Funnel", { serves: { AllowFunnel: { [`${name}:443`]: true } } }, /Funnel/],
    ["a machine that is not connected", { status: { BackendState: "Stopped" } }, /tailscale up/],
    ["a tailnet without HTTPS", { status: { ...running, CertDomains: null } }, /admin\/dns/],
    [
      "a consent that Tailscale wants first",
      { fails: "To enable, visit https://login.example/f/1" },
      /login\.example\/f\/1/,
    ],
  ])("changes nothing because of %s, and says so", async (_, given, words) => {
    const hub = await sharedHub();
    const tailscale = standInTailscale(given);
    const before = tailscale.serves();
    const { code, stdout, stderr } = await hub.run(["share", "--yes"], { env: tailscale.env });
    expect([code, stdout, stderr]).toEqual([1, "", expect.stringMatching(words)]);
    await hub.run(["share", "--off"], { env: tailscale.env });
    expect([tailscale.serves(), settingsOf(hub)]).toEqual([before, {}]);
  });

  test("refuses a quick tunnel, an agent, a desk that was not meant to be reached, and another publicUrl", async () => {
    const hub = await startHub();
    const { env, changes } = standInTailscale();
    const share = async (more: Record<string, string> = {}, ...args: string[]) => {
      const { code, stderr } = await hub.run(["share", "--yes", ...args], { env: { ...env, ...more } });
      return [code, stderr];
    };
    expect(await share({}, "cloudflared")).toEqual([1, expect.stringMatching(/new address.*event stream/)]);
    expect(await share({ CLAUDECODE: "1" })).toEqual([1, expect.stringContaining("an agent's environment")]);
    expect(await share({ PATH: "/usr/bin:/bin" })).toEqual([1, expect.stringContaining("tailscale.com/download")]);
    const desk = { pid: process.pid, socket: join(hub.directory, "desk.sock"), key: "k" };
    writeFileSync(join(hub.directory, "desk.json"), JSON.stringify(desk));
    expect(await share()).toEqual([1, expect.stringContaining("desk --remote")]);
    writeFileSync(join(hub.directory, "config.json"), JSON.stringify({ publicUrl: "https://calls.example" }));
    await vi.waitFor(async () => expect((await hub.client("human").settings()).publicUrl).toBeDefined(), 10_000);
    expect(await share()).toEqual([1, expect.stringContaining("publicUrl is already https://calls.example")]);
    expect([changes(), settingsOf(hub)]).toEqual([[], { publicUrl: "https://calls.example" }]);
  });
});

describe("yourcall doctor", () => {
  async function findingOf(hub: TestHub, env: Record<string, string>, publicUrl = `https://${name}`) {
    writeFileSync(join(hub.directory, "config.json"), JSON.stringify({ publicUrl }));
    await vi.waitFor(async () => expect((await hub.client("human").settings()).publicUrl).toBe(publicUrl), 10_000);
    const { stdout } = await hub.run(["doctor", "--json"], { env });
    const findings: { check: string; status: string; what: string }[] = JSON.parse(stdout);
    return findings.filter(({ check }) => check === "share").map(({ status, what }) => `${status}: ${what}`);
  }

  test("names the link of the chain that is broken", async () => {
    const hub = await startHub();
    const proxied = handlers({ "/": { Proxy: hub.url } });
    const other = handlers({ "/": { Proxy: "http://127.0.0.1:3000" } });
    const at = (given: Parameters<typeof standInTailscale>[0]) => findingOf(hub, standInTailscale(given).env);
    expect(await findingOf(hub, { PATH: "/usr/bin:/bin" })).toEqual([expect.stringMatching(/^fail.*not found/)]);
    expect(await at({ status: { BackendState: "NeedsLogin" } })).toEqual([expect.stringMatching(/^fail.*NeedsLogin/)]);
    expect(await at({})).toEqual([expect.stringMatching(/^fail.*serves nothing/)]);
    expect(await at({ serves: other })).toEqual([expect.stringMatching(/^fail.*3000.*but the hub is at/)]);
    expect(await at({ serves: proxied })).toEqual([
      expect.stringMatching(/^fail.*cannot be reached.*ENOTFOUND|EAI_AGAIN/),
    ]);
    expect(await findingOf(hub, {}, "https://a-b.trycloudflare.com")).toEqual([
      expect.stringMatching(/^fail.*quick tunnel/),
    ]);
  });

  testWith("openssl")("checks the certificate, and that it is this hub that answers", async () => {
    const hub = await startHub();
    const other = await startHub();
    let target = hub.url;
    const { url, certificate } = await startHttpsProxy(() => target);
    const trusted = { NODE_EXTRA_CA_CERTS: certificate };
    expect(await findingOf(hub, trusted, url)).toEqual([`ok: The page is reached at ${url}, with a valid certificate`]);
    expect(await findingOf(hub, {}, url)).toEqual([expect.stringMatching(/^fail.*certificate is not valid/)]);
    target = other.url;
    expect(await findingOf(hub, trusted, url)).toEqual([expect.stringMatching(/^fail.*another server answers/)]);
  });
});
