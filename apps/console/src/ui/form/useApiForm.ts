import type { ErrorName } from '@paydesk/contract/lib/errors'
import { Form } from 'antd'
import { type ReactNode, useEffect, useState } from 'react'
import { ApiError } from '../../lib/api/apiError.ts'
import { errorWords } from '../../lib/api/errors.ts'
import { feedback } from '../../lib/feedback.ts'
import { t } from '../../lib/i18n.ts'
import type { Difference } from './ConflictNotice.tsx'
import { fieldIssuesOf, same } from './formIssues.ts'
import { useUnsaved } from './useUnsaved.ts'

export type ApiFormProps<V extends object, R> = {
  /** The prefix of the fields' ids; unique among the forms of a page. */
  name: string
  /** What a screen reader calls the form. */
  label: string
  /** The record as it was read, with its version; for a new record, the values to start with. */
  record: R
  valuesOf: (record: R) => V
  /** The values to start with are a proposal: they can be saved as they are. */
  proposed?: boolean
  /** Names of the fields, for the notice about a conflict. */
  labels: { [K in keyof V]: string }
  /** A field's value in words, if `String` is not enough. */
  show?: (field: keyof V, value: unknown) => string
  /**
   * Sends the values with the version of `record`, with `skipErrorHandler`: this form
   * shows the errors.
   */
  save: (values: V, record: R) => Promise<R>
  /** Takes the current record: after saving, and when someone else saved first. */
  onRecord: (record: R) => void
  /** Called only after saving: a drawer closes. */
  onSaved?: (record: R) => void
  /** The part of the body that holds the values, if they are not the whole body. */
  part?: string
  /** The fields at which certain refusals are shown. */
  errorFields?: { [E in ErrorName]?: keyof V }
  submitLabel?: string
  savedText?: string
  children: ReactNode
}

type Conflict<R> = { record: R; differences: Difference[] }

/** The behaviour of an ApiForm; ApiForm.tsx has its appearance. */
export function useApiForm<V extends object, R>(props: ApiFormProps<V, R>) {
  const {
    record,
    valuesOf,
    labels,
    show = (_, value) => String(value ?? ''),
    save,
    onRecord,
    part,
    errorFields = {},
  } = props
  const [form] = Form.useForm<V>()
  const [base, setBase] = useState(record)
  const [busy, setBusy] = useState(false)
  const [changed, setChanged] = useState(false)
  const [conflict, setConflict] = useState<Conflict<R>>()
  const [refusal, setRefusal] = useState<string>()
  useUnsaved(changed)

  // The record was read again meanwhile (window focus). It is taken over if nothing was typed, or
  // if none of this form's fields changed. Otherwise saving will meet the newer version.
  const unaffected = (newer: R) => same(valuesOf(newer), valuesOf(base))
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another record runs this effect, typing does not
  useEffect(() => {
    if (busy || same(record, base) || (changed && !unaffected(record))) return
    setBase(record)
    if (!unaffected(record)) form.setFieldsValue(valuesOf(record) as never)
  }, [record])

  /**
   * If someone changed another part of the record, saving on top of that overwrites
   * nothing of theirs.
   */
  const saveOnTop = (values: V) =>
    save(values, base).catch((error: unknown) => {
      const newer = staleOf<R>(error)
      if (newer === undefined || !unaffected(newer)) throw error
      return save(values, newer)
    })

  const changedFields = () => {
    const [now, before] = [form.getFieldsValue() as V, valuesOf(base)]
    return (Object.keys(labels) as (keyof V & string)[]).filter(
      (key) => key in now && !same(now[key], before[key]),
    )
  }

  function start(from: R, mine: Partial<V> = {}) {
    setBase(from)
    form.setFieldsValue({ ...valuesOf(from), ...mine } as never)
    setChanged(Object.keys(mine).length > 0)
    setConflict(undefined)
    setRefusal(undefined)
  }

  async function submit(values: V) {
    if (busy) return
    if (!props.proposed && changedFields().length === 0)
      return void feedback.message().info(t('form.nothingChanged'))
    setBusy(true)
    setRefusal(undefined)
    try {
      const saved = await saveOnTop(values)
      start(saved)
      onRecord(saved)
      props.onSaved?.(saved)
      feedback.message().success(props.savedText ?? t('form.saved'))
    } catch (error) {
      refused(error)
    } finally {
      setBusy(false)
    }
  }

  function refused(error: unknown) {
    const newer = staleOf<R>(error)
    if (newer !== undefined) return setConflict(conflictOf(newer))
    const code = error instanceof ApiError ? error.errorCode : undefined
    const field =
      code !== undefined && code !== 401 ? errorFields[code as keyof typeof errorFields] : undefined
    const issues = field
      ? [{ name: [field as string], message: (error as ApiError).message }]
      : fieldIssuesOf(error, part)
    const known = issues.filter(({ name }) => String(name[0]) in labels)
    if (known.length === 0) return setRefusal(errorWords(error))
    form.setFields(known.map(({ name, message }) => ({ name: name as never, errors: [message] })))
    form.scrollToField(known[0]?.name as never, { focus: true, block: 'center' })
  }

  function conflictOf(latest: R): Conflict<R> {
    const [before, theirs, mine] = [valuesOf(base), valuesOf(latest), form.getFieldsValue() as V]
    const differing = (Object.keys(labels) as (keyof V & string)[]).filter(
      (key) => !same(before[key], theirs[key]),
    )
    const words = (key: keyof V & string, values: V) => show(key, values[key])
    const differences = differing.map((key) => ({
      label: labels[key],
      before: words(key, before),
      theirs: words(key, theirs),
      mine:
        same(mine[key], before[key]) || same(mine[key], theirs[key]) ? undefined : words(key, mine),
    }))
    return { record: latest, differences }
  }

  return {
    form,
    busy,
    changed,
    conflict,
    refusal,
    submit,
    initial: valuesOf(base),
    onValuesChange: () => setChanged(changedFields().length > 0),
    discard: () => {
      form.resetFields()
      start(base)
    },
    takeTheirs: () => settle({}),
    keepMine: () =>
      settle(
        Object.fromEntries(
          changedFields().map((key) => [key, form.getFieldValue(key as never)]),
        ) as Partial<V>,
      ),
  }

  function settle(mine: Partial<V>) {
    if (!conflict) return
    start(conflict.record, mine)
    onRecord(conflict.record)
  }
}

/** The current record, if the call was refused because the record changed meanwhile. */
const staleOf = <R>(error: unknown): R | undefined =>
  error instanceof ApiError && staleCodes.includes(error.errorCode) && error.data
    ? (error.data as R)
    : undefined
const staleCodes: unknown[] = ['conflict.stale', 'bill.stale'] satisfies ErrorName[]
