import type { Context } from "@restatedev/restate-sdk";
import { serve, service } from "@restatedev/restate-sdk";
import type { WireAsk } from "@yourcall/client";
import { note, openHub, setting } from "./app.ts";

// A service of Restate whose run waits for an awakeable, which the hub resolves by its callback.

const hub = openHub();
const release = service({
  name: "release",
  handlers: {
    ship: async (context: Context, build: number) => {
      const { id, promise } = context.awakeable<WireAsk>();
      await context.run("ask", async () => {
        const question = { question: `Ship ${build}?`, header: "Ship", kind: "choice", multiSelect: false } as const;
        await hub.create({
          questions: [{ ...question, options: [{ label: "Ship it" }, { label: "Wait" }] }],
          key: id,
          agent: { name: "restate", session: `build-${build}` },
          callback: `${setting("INGRESS")}/restate/awakeables/${id}/resolve`,
        });
      });
      const { outcome } = await promise;
      const answer = outcome?.status === "answered" ? outcome.answers[0]?.selectedOptions[0] : outcome?.status;
      await context.run("note", () => note(`finished ${build} ${answer}`));
      return answer;
    },
  },
});
await serve({ services: [release], port: Number(setting("PORT")) });
console.log("ready");
