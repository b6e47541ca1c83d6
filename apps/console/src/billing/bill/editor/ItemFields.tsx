import { PlusOutlined } from '@ant-design/icons'
import { Button, Form } from 'antd'
import { type KeyboardEvent, useRef } from 'react'
import { t } from '../../../lib/i18n.ts'
import { emptyItem } from './editorValues.ts'
import { ItemRow } from './ItemRow.tsx'
import styles from './Items.module.css'

/** PayPal's limit. */
const maxItems = 100

/**
 * The lines of a bill. Enter goes to the next cell, and from the last cell to a new line, so that a
 * bill can be typed without the mouse.
 */
export function ItemFields() {
  const box = useRef<HTMLDivElement>(null)
  const inputs = () => [...(box.current?.querySelectorAll<HTMLInputElement>('input') ?? [])]
  const focusLater = (index: number) => setTimeout(() => inputs().at(index)?.focus())

  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>, add: () => void) => {
    // While an input method is composing, Enter chooses a word; with Ctrl it submits the whole
    // form.
    if (
      event.key !== 'Enter' ||
      event.ctrlKey ||
      event.metaKey ||
      event.nativeEvent.isComposing ||
      !(event.target instanceof HTMLInputElement)
    )
      return
    event.preventDefault()
    const all = inputs()
    const at = all.indexOf(event.target)
    if (at < all.length - 1) return all[at + 1]?.focus()
    add()
    focusLater(all.length)
  }

  return (
    <Form.List name="items">
      {(fields, { add, remove, move }) => {
        const append = () => fields.length < maxItems && add(emptyItem)
        return (
          // biome-ignore lint/a11y/noStaticElementInteractions: it handles the keys of the inputs inside
          <div ref={box} onKeyDown={(event) => onKeyDown(event, append)}>
            <h2 className={styles.heading}>{t('bill.items')}</h2>
            <div className={styles.head} aria-hidden>
              {(['name', 'quantity', 'unitAmount', 'tax', 'discount', 'amount'] as const).map(
                (column) => (
                  <span key={column} className={column === 'name' ? undefined : styles.figure}>
                    {t(`bill.item.${column}`)}
                  </span>
                ),
              )}
            </div>
            {fields.map(({ key, name }, index) => (
              <ItemRow
                key={key}
                index={name}
                count={fields.length}
                onRemove={() => {
                  remove(name)
                  focusLater(0)
                }}
                onMove={(step) => move(index, index + step)}
              />
            ))}
            <Button
              type="dashed"
              icon={<PlusOutlined aria-hidden />}
              disabled={fields.length >= maxItems}
              onClick={() => {
                const count = inputs().length
                append()
                focusLater(count)
              }}
            >
              {fields.length >= maxItems
                ? t('bill.item.max', { count: maxItems })
                : t('bill.item.add')}
            </Button>
          </div>
        )
      }}
    </Form.List>
  )
}
