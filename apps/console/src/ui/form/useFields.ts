import { useRef, useState } from 'react'

/** Returns a message when the value is not acceptable, given the other fields. */
export type Rule<Name extends string> = (
  value: string,
  all: Record<Name, string>,
) => string | undefined

/**
 * Values and messages of a small form, for the pages before sign-in, which load no antd; forms
 * behind the login use antd's.
 */
export function useFields<Name extends string>(rules: Record<Name, Rule<NoInfer<Name>>>) {
  const names = Object.keys(rules) as Name[]
  const [values, setValues] = useState(
    () => Object.fromEntries(names.map((name) => [name, ''])) as Record<Name, string>,
  )
  const [errors, setErrors] = useState<{ [K in Name]?: string | undefined }>({})
  const inputs = useRef<{ [K in Name]?: HTMLInputElement | null }>({})

  /**
   * Shows the messages of these fields and moves the focus to the first one; true when
   * nothing is wrong.
   */
  function validate(which: Name[] = names): boolean {
    const found = which.map((name) => [name, rules[name](values[name], values)] as const)
    setErrors({ ...errors, ...Object.fromEntries(found) })
    const first = found.find(([, error]) => error)?.[0]
    if (first) inputs.current[first]?.focus()
    return first === undefined
  }

  function change(name: Name, value: string) {
    const next = { ...values, [name]: value }
    setValues(next)
    // A field with a message is judged while typing: the message goes as soon as the value is
    // right.
    if (errors[name]) setErrors({ ...errors, [name]: rules[name](value, next) })
  }

  const field = (name: Name) => ({
    name,
    value: values[name],
    error: errors[name],
    onChange: (value: string) => change(name, value),
    inputRef: (input: HTMLInputElement | null) => {
      inputs.current[name] = input
    },
  })
  return { values, validate, field }
}
