import { type Dispute, disputeApi } from '@paydesk/contract/billing/dispute'
import { call } from '../../lib/api/api.ts'
import { saveFile } from '../../lib/api/download.ts'
import { t } from '../../lib/i18n.ts'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { StatusTag, type Tone } from '../../ui/StatusTag.tsx'
import { Time } from '../../ui/Time.tsx'
import styles from './Dispute.module.css'
import { wordOf } from './wording.ts'

type Line = {
  key: string
  at: string | null
  who: string
  ours: boolean
  what: string
  text: string
  tag?: { tone: Tone; text: string }
}

const tones: Record<Dispute['operations'][number]['state'], Tone> = {
  ready: 'blue',
  running: 'blue',
  unknown: 'amber',
  done: 'green',
  refused: 'red',
}

/**
 * PayPal's messages and evidence and what we asked PayPal to do, in one line of time, newest first.
 */
export function DisputeStory({ dispute }: { dispute: Dispute }) {
  const lines = linesOf(dispute)
  const sent = dispute.files.filter((file) => file.sent)
  if (lines.length === 0) return <p>{t('dispute.story.none')}</p>
  return (
    <>
      <ol className={styles.story}>
        {lines.map(({ key, at, who, ours, what, text, tag }) => (
          <li key={key} className={ours ? `${styles.said} ${styles.ours}` : styles.said}>
            <strong>{what}</strong> {tag && <StatusTag tone={tag.tone}>{tag.text}</StatusTag>}
            {text && (
              <div>
                <bdi>{text}</bdi>
              </div>
            )}
            <span className={styles.second}>
              {who && `${who} `}
              {at && <Time at={at} />}
            </span>
          </li>
        ))}
      </ol>
      {sent.length > 0 && <SentFiles id={dispute.id} files={sent} />}
    </>
  )
}

/** Lets people look again at the files that were sent, because PayPal does not give them back. */
const SentFiles = ({ id, files }: { id: string; files: Dispute['files'] }) => (
  <>
    <h3 className={styles.filesTitle}>{t('dispute.files')}</h3>
    <ul className={styles.files}>
      {files.map((file) => (
        <li key={file.id}>
          <LinkButton onClick={() => void save(id, file.id)}>
            <bdi>{file.name}</bdi>
            <span className="visually-hidden"> {t('dispute.files.download')}</span>
          </LinkButton>
          <span className={styles.second}>
            {formatBytes(file.size)} · <bdi>{file.actorName}</bdi> <Time at={file.createdAt} />
          </span>
        </li>
      ))}
    </ul>
  </>
)

async function save(id: string, fileId: string) {
  const file = await call(disputeApi.readFile, { params: { id, fileId } }).catch(() => undefined)
  if (file)
    saveFile(
      new Blob([Uint8Array.from(atob(file.content), (char) => char.charCodeAt(0))], {
        type: file.type,
      }),
      file.name,
    )
}

const formatBytes = (size: number) =>
  size < 1024 * 1024 ? `${Math.ceil(size / 1024)} KB` : `${(size / 1024 / 1024).toFixed(1)} MB`

function linesOf({ messages, evidences, operations }: Dispute): Line[] {
  return [
    ...messages.map(({ by, at, text }, index) => ({
      key: `m${index}`,
      at,
      who: '',
      ours: by === 'SELLER',
      what: wordOf('by', by),
      text,
    })),
    ...evidences.map(({ type, by, at, notes }, index) => ({
      key: `e${index}`,
      at,
      who: wordOf('by', by),
      ours: by === 'SELLER',
      what: t('dispute.evidence', { type: wordOf('evidenceType', type) }),
      text: notes,
    })),
    ...operations.map(({ id, action, state, actorName, createdAt, note }) => ({
      key: id,
      at: createdAt,
      who: actorName,
      ours: true,
      what: t(`dispute.action.${action}`),
      // PayPal itself shows a note that it has accepted.
      text: state === 'done' ? '' : note,
      tag: { tone: tones[state], text: t(`dispute.operation.${state}`) },
    })),
  ].sort((a, b) => ((a.at ?? '') < (b.at ?? '') ? 1 : -1))
}
