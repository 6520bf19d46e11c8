import { defineCommand } from "../command.ts";

export const share = defineCommand({
  name: "share",
  file: "share/share.ts",
  usage: ["share", "share --off"],
  summary: "the page on your phone, through Tailscale",
  takes: "text",
  about: [
    "Puts the page behind `tailscale serve`, so that your own devices in your tailnet reach it over https, and draws a code that logs a phone in: once, within a minute. It says what it will run and asks first. Run it again for another code. It sets publicUrl in config.json; a running hub needs no restart.",
    "It changes nothing if Tailscale already serves something else at that address, or if Funnel would make the page public. A quick tunnel of cloudflared is refused: its address changes at every start, which ends logins and notifications, and it does not pass the page's event stream on. For any other https proxy, set publicUrl yourself: `yourcall config set publicUrl https://asks.example`.",
  ],
  options: {
    off: { type: "boolean", describe: "no longer share the page: undo `tailscale serve` and remove publicUrl" },
    yes: { type: "boolean", short: "y", describe: "do not ask" },
    print: { type: "boolean", describe: "print only the login link, without the code" },
  },
});
