import type { CurrentUser } from '@paydesk/contract/people/login'
import type { User, UserStatus } from '@paydesk/contract/people/user'
import type { TableProps } from 'antd'
import { t } from '../../lib/i18n.ts'
import { seededName } from '../../shared/role/seededName.ts'
import { StatusTag, type Tone } from '../../ui/StatusTag.tsx'
import { Time } from '../../ui/Time.tsx'
import type { Doing } from './doing.ts'
import styles from './UserListPage.module.css'
import { UserRowActions } from './UserRowActions.tsx'

type Columns = NonNullable<TableProps<User>['columns']>
const tones: Record<UserStatus, Tone> = { invited: 'blue', active: 'green', disabled: 'grey' }

/** Without `onDo` the reader may look only. */
export const userColumns = (
  me: CurrentUser,
  onDo: ((doing: Doing) => void) | undefined,
): Columns => [
  {
    key: 'name',
    title: t('user.name'),
    render: (_, { name, username }) => <TwoLines first={name} second={username} />,
  },
  { key: 'roles', title: t('user.roles'), render: (_, { roles }) => <Roles roles={roles} /> },
  {
    key: 'parent',
    title: t('user.parent'),
    dataIndex: 'parentName',
    render: (name: string | null) => name ?? <Missing text={t('user.parent.none')} />,
  },
  {
    key: 'contact',
    title: t('user.contact'),
    render: (_, { email, phone }) =>
      email || phone ? (
        <TwoLines first={email ?? phone ?? ''} second={email ? phone : null} />
      ) : (
        <Missing text={t('user.contact.none')} />
      ),
  },
  {
    key: 'status',
    title: t('user.status'),
    dataIndex: 'status',
    render: (status: UserStatus) =>
      status === 'active' ? (
        t('user.status.active')
      ) : (
        <StatusTag tone={tones[status]}>{t(`user.status.${status}`)}</StatusTag>
      ),
  },
  {
    key: 'secondFactor',
    title: t('user.secondFactor'),
    dataIndex: 'secondFactor',
    render: (on: boolean) =>
      on ? t('user.secondFactor.on') : <Missing text={t('user.secondFactor.off')} />,
  },
  {
    key: 'lastLogin',
    title: t('user.lastLogin'),
    render: (_, { lastLoginAt, lastLoginIp, sessionCount }) =>
      lastLoginAt ? (
        <TwoLines first={<Time at={lastLoginAt} />} second={whereNow(lastLoginIp, sessionCount)} />
      ) : (
        <Missing text={t('user.lastLogin.never')} />
      ),
  },
  ...(onDo
    ? ([
        {
          title: t('table.actions'),
          fixed: 'end',
          render: (_, user) => <UserRowActions user={user} me={me} onDo={onDo} />,
        },
      ] satisfies Columns)
    : []),
]

/** Where the last sign-in came from, and whether the person is signed in now. */
const whereNow = (address: string | null, sessions: number) =>
  [address, sessions > 0 && t('user.sessions', { count: sessions })].filter(Boolean).join(' · ')

const TwoLines = ({ first, second }: { first: React.ReactNode; second: string | null }) => (
  <>
    <bdi>{first}</bdi>
    {second && (
      <span className={styles.second}>
        <bdi dir="ltr">{second}</bdi>
      </span>
    )}
  </>
)

const Roles = ({ roles }: Pick<User, 'roles'>) =>
  roles.length === 0 ? (
    <Missing text={t('user.roles.none')} />
  ) : (
    <span className={styles.roles}>
      {roles.map(({ id, name }) => (
        <StatusTag key={id} tone="grey">
          {seededName(name)}
        </StatusTag>
      ))}
    </span>
  )

const Missing = ({ text }: { text: string }) => <span className={styles.missing}>{text}</span>
