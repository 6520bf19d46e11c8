/** The name under which models know the tool. */
export const askToolName = "AskUserQuestion";

/** The tool's description for models, besides its schema. */
export const askToolDescription = `Puts 1 to 4 questions to the user and waits for the answers. The user sees them at once on every screen they have open and answers by picking options or in their own words.

Ask when the work has reached a fork that is the user's to decide:
- the request can be read in more than one way, and the readings lead to different work
- several approaches are sound and differ in cost, risk, looks or taste
- something is about to be settled that is hard to change later
- a fact is missing that only the user knows

Do not ask when the code, the conversation or a quick look can tell you, when one choice is plainly right, or when the matter is too small to interrupt anybody. Ask what belongs together in one call, before you start on the part that depends on it.

In plan mode, use it to settle requirements and approaches before the plan is final. Never use it to ask whether the plan is ready, whether it is approved or whether you should go on: that is what handing in the plan is for, and the user cannot see the plan while answering.

How to write a question:
- question: complete and clear without the conversation, ending in a question mark. No two questions of a call have the same text.
- header: a name of at most 12 characters, such as "Database" or "Auth Method".
- options: 2 to 4, each with a label of 1 to 5 words and a description of what choosing it means. They differ clearly, and no label is there twice.
- If you recommend an option, list it first and end its label with " (Recommended)".
- multiSelect: true when the choices can be combined, and word the question that way. Otherwise false. Always say which.
- preview: for a single-select question whose options are best compared by eye, such as layouts or snippets.
- Do not offer "Other" or "None of these" yourself. The user can always type their own answer.
- Do not fill in answers. Only the user answers.

What comes back:
- Selected names the chosen labels exactly; Other holds the user's own words, which count as much as any option; Note and Comment add to the choice. Follow what they say, also when they ask for something else.
- Skipped means the user has no preference: choose yourself, and say what you chose.
- Declined means the user will not answer: it is not a yes to anything. Do not choose for them, and do not ask the same again.
- If the user asks you something in place of an answer, reply and ask again, with the id of that ask as replyTo and your reply as reply.
- Expired means nobody answered in time, cancelled means the ask was withdrawn: there is no answer. Do not act as if there were one.`;
