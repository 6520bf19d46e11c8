"""Run by tests/python.test.ts, with a hub at YOURCALL_HOME and the person's token in PERSON."""

import asyncio
import json
import os
import threading
import unittest
from pathlib import Path
from typing import Any
from unittest.mock import patch

import yourcall
from yourcall import Hub, YourcallError, approval, choice, is_allowed, text

home = Path(os.environ["YOURCALL_HOME"])
url = json.loads((home / "hub.json").read_text())["url"]
agent = json.loads((home / "tokens.json").read_text())["agent"]
region = choice("Which region?", ["Frankfurt", "Oregon"], header="Region")


class Person(Hub):
    """A person, who reads and answers everything."""

    def __init__(self) -> None:
        super().__init__(url, os.environ["PERSON"])

    def pending(self, key: str) -> yourcall.Ask:
        while True:
            for ask in self.list(status="pending"):
                if ask.get("key") == key:
                    return ask

    def answer(self, id: str, question: str, label: str) -> Any:
        answers = [{"question": question, "selectedOptions": [label]}]
        return self._call("POST", f"/v1/asks/{id}/answer", {"answers": answers, "surface": "test", "act": "click"})

    def answers_soon(self, key: str, question: str, label: str) -> None:
        threading.Thread(target=lambda: self.answer(self.pending(key)["id"], question, label)).start()


class Asking(unittest.TestCase):
    person = Person()

    def test_a_question_waits_for_its_answer_over_the_socket_and_over_the_address(self) -> None:
        for hub, key in ((Hub(), "socket"), (Hub(url.replace("127.0.0.1", "localhost"), agent), "address")):
            self.person.answers_soon(key, "Which region?", "Oregon")
            outcome = hub.ask({"questions": [region], "key": key})
            self.assertEqual(outcome["status"], "answered")
            self.assertEqual(outcome.get("answers", [])[0]["selectedOptions"], ["Oregon"])
            ask = self.person.list(key=key).__next__()
            self.assertEqual((ask["agent"]["name"], ask.get("delivery", {}).get("state")), ("python", "taken"))

    def test_the_same_call_again_finds_its_ask_and_the_answer_given_meanwhile(self) -> None:
        request: yourcall.AskRequest = {"questions": [region], "key": "again", "agent": {"name": "py", "session": "s"}}
        ask = Hub().create(request)
        self.person.answer(ask["id"], "Which region?", "Frankfurt")
        self.assertEqual(Hub().create(request)["id"], ask["id"])
        waiting = list(Hub().list(session="s", delivery="waiting"))
        self.assertEqual([one["id"] for one in waiting], [ask["id"]])
        self.assertEqual(Hub().delivered(waiting[0], "refused", "went on").get("delivery", {}).get("note"), "went on")
        self.assertEqual(list(Hub().list(session="s", delivery="waiting")), [])

    def test_a_wait_that_runs_out_is_none_and_withdraws_nothing(self) -> None:
        ask = Hub().create(text("Why?"))
        self.assertIsNone(Hub().wait(ask["id"], 0))
        self.assertEqual(Hub().get(ask["id"])["status"], "pending")
        self.assertEqual(Hub().cancel(ask["id"], "no longer needed")["status"], "cancelled")
        self.assertEqual((Hub().wait(ask["id"]) or {}).get("status"), "cancelled")
        with self.assertRaises(YourcallError) as caught:
            Hub().cancel(ask["id"])
        self.assertEqual(caught.exception.code, "already-ended")

    def test_an_approval_is_allowed_by_an_answer_that_allows_and_by_nothing_else(self) -> None:
        for label, allowed in (("allow-once", True), ("allow-always", True), ("deny", False)):
            ask = Hub().create(approval("deploy", {"stage": "production"}))
            outcome = self.person.answer(ask["id"], "May the agent use deploy?", label)["outcome"]
            self.assertEqual(is_allowed(outcome), allowed)
        for status in ("declined", "expired", "cancelled"):
            self.assertFalse(is_allowed({"status": status, "at": ""}))

    def test_an_invalid_ask_is_refused_with_what_is_wrong(self) -> None:
        with self.assertRaises(YourcallError) as caught:
            Hub().ask(choice("Which?", ["One", "One"]))
        self.assertEqual(caught.exception.code, "invalid-ask")
        self.assertTrue(caught.exception.issues)

    def test_an_interrupted_ask_is_withdrawn(self) -> None:
        class Interrupted(Hub):
            def _get(self, id: str, hold: int | None) -> yourcall.Ask:
                raise KeyboardInterrupt

        with self.assertRaises(KeyboardInterrupt):
            Interrupted().ask({"questions": [region], "key": "interrupted"})
        self.assertEqual(next(self.person.list(key="interrupted"))["status"], "cancelled")

    def test_no_hub_is_an_error_and_no_outcome(self) -> None:
        with self.assertRaises(YourcallError) as caught:
            Hub("http://127.0.0.1:1", "t", give_up_after=0.2).ask(region)
        self.assertEqual(caught.exception.code, "hub-unreachable")

    def test_a_state_directory_that_others_can_change_is_refused_and_its_token_goes_to_no_other_hub(self) -> None:
        open_home = home / "open"
        open_home.mkdir(mode=0o777)
        open_home.chmod(0o777)
        with patch.dict(os.environ, {"YOURCALL_HOME": str(open_home)}), self.assertRaises(YourcallError) as caught:
            Hub().create(region)
        self.assertEqual(caught.exception.code, "forbidden")
        with self.assertRaises(YourcallError) as caught:
            Hub(url.replace("127.0.0.1", "localhost")).create(region)
        self.assertEqual(caught.exception.code, "unauthorized")


class AskingInAnEventLoop(unittest.IsolatedAsyncioTestCase):
    async def test_many_questions_wait_at_once(self) -> None:
        person = Person()
        keys = [f"many-{index}" for index in range(50)]
        asks = [Hub().ask_async({"questions": [region], "key": key, "agent": {"name": key, "session": key}}) for key in keys]

        def answer_all() -> None:
            for key in keys:
                person.answer(person.pending(key)["id"], "Which region?", "Oregon")

        threading.Thread(target=answer_all).start()
        self.assertEqual({outcome["status"] for outcome in await asyncio.gather(*asks)}, {"answered"})

    async def test_a_cancelled_task_withdraws_its_ask(self) -> None:
        person = Person()
        task = asyncio.create_task(Hub().ask_async({"questions": [region], "key": "task"}))
        ask = await asyncio.to_thread(person.pending, "task")
        task.cancel()
        with self.assertRaises(asyncio.CancelledError):
            await task
        self.assertEqual(person.get(ask["id"])["status"], "cancelled")

    async def test_an_ask_is_created_and_waited_for_in_two_steps(self) -> None:
        ask = await Hub().create_async(region)
        Person().answer(ask["id"], "Which region?", "Oregon")
        self.assertEqual((await Hub().wait_async(ask["id"]) or {}).get("status"), "answered")


if __name__ == "__main__":
    unittest.main()
