import type { WireAsk } from "@yourcall/client";
import { type ListFilter, toCountParts } from "@yourcall/client/internal";
import { FilterField } from "../app/filter-field.tsx";

interface ListHeadProps {
  pending: readonly WireAsk[];
  /** How many of them the filter shows. */
  shown: number;
  filter: ListFilter;
  onFilter: (filter: ListFilter) => void;
  now: number;
  onSelect: () => void;
}

/** Above the list: the filter, and a line of counts that are filters too. Both are always shown. */
export function ListHead({ pending, shown, filter, onFilter, now, onSelect }: ListHeadProps) {
  const parts = toCountParts(pending, now, filter.only);
  const isFiltered = filter.text.trim() !== "" || filter.only !== null;
  return (
    <>
      <search className="find line">
        <FilterField
          label="Filter the list"
          placeholder="Filter by agent, project or text"
          text={filter.text}
          onText={(text) => onFilter({ ...filter, text })}
        />
      </search>
      <fieldset className="counts line fine">
        <legend className="unseen">Show only</legend>
        {parts.map(({ only, words }) => (
          <button
            key={only}
            type="button"
            aria-pressed={filter.only === only}
            data-tone={only === "soon" ? "warning" : undefined}
            onClick={() => onFilter({ ...filter, only: filter.only === only ? null : only })}
          >
            {words}
          </button>
        ))}
        {parts.length === 0 && !isFiltered && <span>{pending.length} waiting</span>}
        {isFiltered && (
          <span role="status">
            {shown} of {pending.length}
          </span>
        )}
        <button type="button" className="counts-end" onClick={onSelect}>
          Select
        </button>
      </fieldset>
    </>
  );
}
