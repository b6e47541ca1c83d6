import { DaysField, daysText } from './DaysField.tsx'
import type { Filter } from './FilterBar.tsx'
import { OptionField } from './OptionField.tsx'

type Option = { value: string; label: string }
type Choice = {
  key: string
  label: string
  value: string | undefined
  /** Undefined: this person has no such choice. */
  options: readonly Option[] | undefined
  onChange: (value: string | undefined) => void
}

/** A filter with a fixed set of values; none if there is nothing to choose from. */
export function choiceFilter({ key, label, value, options: given, onChange }: Choice): Filter[] {
  // A colleague's link may filter by what this person cannot choose: it is shown, and
  // can be taken off.
  if (!given && value === undefined) return []
  const options = given ?? []
  return [
    {
      key,
      label,
      // A name that has not arrived yet, or that is gone, is no reason to hide that the
      // list is filtered.
      chosen: value && (options.find((option) => option.value === value)?.label ?? '…'),
      onClear: () => onChange(undefined),
      field: (done) => (
        <OptionField
          label={label}
          value={value}
          options={options}
          onChoose={(next) => {
            onChange(next)
            done()
          }}
        />
      ),
    },
  ]
}

type Days = { from: string | undefined; to: string | undefined }

/** A filter by a range of days. */
export const daysFilter = (
  key: string,
  label: string,
  range: Days,
  onChange: (days: Days) => void,
): Filter => ({
  key,
  label,
  chosen: daysText(range),
  onClear: () => onChange({ from: undefined, to: undefined }),
  field: (done) => <DaysField {...range} onChange={onChange} onDone={done} />,
})

export const plainOptions = (values: readonly string[]): Option[] =>
  values.map((value) => ({ value, label: value }))
