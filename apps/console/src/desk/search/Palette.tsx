import { LoadingOutlined, SearchOutlined } from '@ant-design/icons'
import { Button, Modal } from 'antd'
import { type KeyboardEvent, type MouseEvent, useId, useMemo, useState } from 'react'
import { t } from '../../lib/i18n.ts'
import { isMac, modName } from '../../lib/keys.ts'
import type { Command, Entry } from './entry.ts'
import styles from './Palette.module.css'
import { Results } from './Results.tsx'
import { useEntries } from './useEntries.ts'

type Props = {
  open: boolean
  commands: () => Command[]
  onClose: () => void
  onGo: (path: string) => void
}

/** Ctrl+K: finds a record, a page or an action by typing, and goes there. */
export default function Palette({ open, ...rest }: Props) {
  return (
    <Modal
      open={open}
      width={640}
      title={<span className="visually-hidden">{t('search.title')}</span>}
      closable={false}
      footer={null}
      onCancel={rest.onClose}
      destroyOnHidden
      className={styles.palette ?? ''}
      style={{ top: 64 }}
    >
      <Search {...rest} />
    </Modal>
  )
}

function Search({ commands, onClose, onGo }: Omit<Props, 'open'>) {
  const id = useId()
  const [typed, setTyped] = useState('')
  const [moved, setMoved] = useState<string>()
  const [waiting, setWaiting] = useState<'here' | 'tab'>()
  const { wanted, entries, pending, failed, refetch } = useEntries(
    typed,
    useMemo(commands, [commands]),
  )
  const index = Math.max(
    0,
    entries.findIndex((entry) => entry.id === moved),
  )
  const active = entries[index]

  function go({ to, run }: Entry, where: 'here' | 'tab') {
    if (to && where === 'tab') return void window.open(to, '_blank', 'noopener')
    onClose()
    if (to) onGo(to)
    else run?.()
  }

  // Someone typed and pressed Enter at once: they mean an entry of the answer that is on its way,
  // not one of those still shown.
  if (waiting && !pending) {
    setWaiting(undefined)
    if (active) queueMicrotask(() => go(active, waiting))
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    if (event.nativeEvent.isComposing) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step) {
      event.preventDefault()
      setMoved(entries[(index + step + entries.length) % entries.length]?.id)
    } else if (event.key === 'Enter') {
      event.preventDefault()
      const where = (isMac ? event.metaKey : event.ctrlKey) ? 'tab' : 'here'
      if (pending && moved === undefined) setWaiting(where)
      else if (active) go(active, where)
    }
  }

  const optionId = (entry: Entry) => `${id}${entry.id}`
  return (
    <>
      <div className={styles.field}>
        {pending ? <LoadingOutlined aria-hidden /> : <SearchOutlined aria-hidden />}
        <input
          className={styles.input}
          // biome-ignore lint/a11y/noAutofocus: it was opened to type into
          autoFocus
          role="combobox"
          aria-expanded
          aria-autocomplete="list"
          aria-controls={id}
          aria-label={t('search.title')}
          {...(active && { 'aria-activedescendant': optionId(active) })}
          placeholder={t('search.placeholder')}
          maxLength={100}
          autoComplete="off"
          spellCheck={false}
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value)
            setMoved(undefined)
            setWaiting(undefined)
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      <Results
        id={id}
        entries={entries}
        active={active}
        stale={pending}
        optionId={optionId}
        onPoint={(entry) => setMoved(entry.id)}
        onChoose={(entry, event: MouseEvent) =>
          go(entry, event.ctrlKey || event.metaKey || event.button === 1 ? 'tab' : 'here')
        }
      />
      <div role="status" className={styles.state}>
        {failed && (
          <>
            {t('search.failed')}{' '}
            <Button size="small" onClick={() => void refetch()}>
              {t('action.retry')}
            </Button>
          </>
        )}
        {!failed &&
          !pending &&
          wanted &&
          entries.every(({ group }) => group === 'lists') &&
          t('search.nothing', { keyword: wanted })}
      </div>
      <p className={styles.hints} aria-hidden>
        <kbd>↑</kbd> <kbd>↓</kbd> {t('search.hint.move')} <kbd>Enter</kbd> {t('search.hint.open')}{' '}
        <kbd>{modName} Enter</kbd> {t('search.hint.tab')} <kbd>Esc</kbd> {t('search.hint.close')}
      </p>
    </>
  )
}
