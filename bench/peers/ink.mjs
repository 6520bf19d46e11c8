import { Box, render, Text, useApp, useInput } from "ink";
import { createElement, useState } from "react";
import { question, rows } from "./rows.mjs";

function Select({ onAnswer }) {
  const [focused, setFocused] = useState(0);
  const { exit } = useApp();
  useInput((_input, key) => {
    if (key.downArrow) setFocused((row) => Math.min(row + 1, rows.length - 1));
    if (key.upArrow) setFocused((row) => Math.max(row - 1, 0));
    if (key.return) {
      onAnswer(rows[focused].label);
      exit();
    }
  });
  return createElement(
    Box,
    { flexDirection: "column" },
    createElement(Text, { bold: true }, question),
    rows.map((row, index) =>
      createElement(
        Box,
        { key: row.label, flexDirection: "column" },
        createElement(Text, { bold: index === focused }, `${index === focused ? "❯" : " "} ${row.label}`),
        createElement(Text, { dimColor: true }, `  ${row.description}`),
      ),
    ),
  );
}

let answer;
const app = render(
  createElement(Select, {
    onAnswer: (label) => {
      answer = label;
    },
  }),
);
app.waitUntilExit().then(() => console.log(answer));
