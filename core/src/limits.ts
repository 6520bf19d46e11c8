// Every limit on asks and answers. Lengths count characters.

export const maxQuestions = 4;
/** How many options a model must offer. */
export const minOptions = 2;
export const maxOptions = 4;
/** How many choices of its own the host of an approval may offer. */
export const maxApprovalOptions = 6;
/** How many pictures may go with the answers to one ask. */
export const maxPictures = 5;
/** How many asks one act may answer. */
export const maxBatch = 200;
/** The limits for what a model writes, counted as a person counts characters. An ask from elsewhere may exceed them. */
export const maxHeaderLength = 12;
export const maxLabelLength = 50;
export const maxDescriptionLength = 200;
/** The longest text to which a person may change what a call does. */
export const maxEditedLength = 50_000;
/** The longest text a person may type into one field, unless a caller sets another limit. */
export const maxInputLength = 2000;
/** Comments on lines in one review. Together with their quotes they are at most `maxEditedLength` long. */
export const maxMarks = 200;
/** Names, titles, keys, sessions. */
export const maxNameLength = 200;
/** The people whom an ask can name to answer it. */
export const maxPeople = 20;
/** The path of a directory. */
export const maxPathLength = 4096;
/** What the agent said before it asked. */
export const maxContextLength = 20_000;
/** The fields of any ask, whatever its source. A screen has no use for more, and a list of asks is read as a whole. */
export const maxQuestionLength = 20_000;
export const maxAskHeaderLength = 1000;
export const maxAskLabelLength = 2000;
export const maxAskDescriptionLength = 10_000;
export const maxPreviewLength = 200_000;
/** What a tool is about to be called with, its suggestions, and metadata, as JSON. */
export const maxToolInputLength = 800_000;
export const maxSuggestionsLength = 100_000;
export const maxMetadataLength = 50_000;
/** How much may be pending at the same time, unless config.json says otherwise. */
export const defaultMaxPendingPerSession = 100;
export const defaultMaxPendingPerToken = 1000;
export const defaultMaxPendingBytesPerToken = 64 * 1024 * 1024;
/** How many bytes of asks one token may have stored in a day, unless config.json says otherwise. */
export const defaultMaxBytesPerTokenAndDay = 256 * 1024 * 1024;
/** The longest deadline, and the longest time for which ended asks are kept before they are deleted. */
export const maxDurationMs = 366 * 86_400_000;
/** Asks or entries of a transcript in one page. */
export const maxPageSize = 500;
/** An agent's markdown: longer or deeper nested text is shown as plain text. */
export const maxMarkdownLength = 20_000;
export const maxMarkdownDepth = 10;
/** Marks times characters in one paragraph. */
export const maxParagraphWork = 500_000;
/** Marks times characters of all paragraphs of one text, and a third of its lines times characters in each block that contains others. */
export const maxMarkdownWork = 4_000_000;

/** Drops what was added first, until no more than `most` entries are left. */
export function dropOldest<Key>(entries: Map<Key, unknown> | Set<Key>, most: number): void {
  for (const key of entries.keys()) {
    if (entries.size <= most) return;
    entries.delete(key);
  }
}
