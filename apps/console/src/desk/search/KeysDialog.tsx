import { Modal } from 'antd'
import { type TextKey, t } from '../../lib/i18n.ts'
import { modName } from '../../lib/keys.ts'
import styles from './KeysDialog.module.css'

const parts: [title: TextKey, keys: [keys: string[], does: TextKey][]][] = [
  [
    'keys.anywhere',
    [
      [[`${modName} K`], 'keys.palette'],
      [['?'], 'keys.help'],
    ],
  ],
  [
    'keys.lists',
    [
      [['/'], 'keys.keyword'],
      [['n'], 'keys.new'],
      [['↑', '↓'], 'keys.rows'],
      [['j', 'k'], 'keys.next'],
      [['x'], 'keys.tick'],
      [['t', 'r'], 'keys.collect'],
      [['Enter'], 'keys.open'],
      [['o'], 'keys.asPage'],
    ],
  ],
  [
    'keys.bills',
    [
      [['s'], 'keys.send'],
      [['e'], 'keys.edit'],
      [['r'], 'keys.remind'],
      [['c'], 'keys.copyLink'],
      [['p'], 'keys.recordPayment'],
      [['f'], 'keys.refund'],
      [['d'], 'keys.duplicate'],
    ],
  ],
  [
    'keys.deciding',
    [
      [['a'], 'keys.approve'],
      [['r'], 'keys.reject'],
      [['m'], 'keys.match'],
      [['s'], 'keys.aside'],
      [['e'], 'keys.alike'],
      [['Shift S', 'Shift M'], 'keys.all'],
    ],
  ],
  [
    'keys.forms',
    [
      [[`${modName} Enter`], 'keys.submit'],
      [['Esc'], 'keys.close'],
    ],
  ],
]

/** Opened by `?`: shows which keys there are. */
export default function KeysDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Modal
      open={open}
      width={480}
      title={t('keys.title')}
      footer={null}
      onCancel={onClose}
      destroyOnHidden
    >
      {parts.map(([title, keys]) => (
        <section key={title}>
          <h2 className={styles.title}>{t(title)}</h2>
          <dl className={styles.keys}>
            {keys.map(([names, does]) => (
              <div key={does} className={styles.key}>
                <dt>
                  {names.map((name) => (
                    <kbd key={name}>{name}</kbd>
                  ))}
                </dt>
                <dd>{t(does)}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      <p className={styles.note}>{t('keys.typing')}</p>
    </Modal>
  )
}
