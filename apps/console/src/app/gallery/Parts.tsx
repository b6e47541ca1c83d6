import { Button, Form } from 'antd'
import { type ReactNode, useState } from 'react'
import { CurrentUserContext } from '../../lib/api/currentUser.ts'
import { t } from '../../lib/i18n.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { AmountLines } from '../../ui/form/AmountLines.tsx'
import { ConflictNotice } from '../../ui/form/ConflictNotice.tsx'
import { FormDrawer } from '../../ui/form/FormDrawer.tsx'
import { FormNotice } from '../../ui/form/FormNotice.tsx'
import { LanguageSelect } from '../../ui/LanguageSelect.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { Money } from '../../ui/Money.tsx'
import { Picture } from '../../ui/Picture.tsx'
import { Fact, Facts } from '../../ui/page/Facts.tsx'
import { LoadState } from '../../ui/page/LoadState.tsx'
import { Section } from '../../ui/page/Section.tsx'
import { StatePage } from '../../ui/page/StatePage.tsx'
import { StatusTag } from '../../ui/StatusTag.tsx'
import { TextTabs } from '../../ui/TextTabs.tsx'
import { Time } from '../../ui/Time.tsx'
import { SearchFilter } from '../../ui/table/SearchFilter.tsx'
import { TableState } from '../../ui/table/TableState.tsx'
import { Acts } from '../../ui/workspace/Acts.tsx'
import { FilterBar } from '../../ui/workspace/FilterBar.tsx'
import { choiceFilter, daysFilter, plainOptions } from '../../ui/workspace/filters.tsx'
import { ListFoot } from '../../ui/workspace/ListFoot.tsx'
import { PanelState } from '../../ui/workspace/PanelState.tsx'
import { RecordList } from '../../ui/workspace/RecordList.tsx'
import { RecordPanel } from '../../ui/workspace/RecordPanel.tsx'
import { useSelection } from '../../ui/workspace/useSelection.ts'
import { Workspace } from '../../ui/workspace/Workspace.tsx'
import styles from './Gallery.module.css'
import { card, columns, listAt, page, panelAt, type Sample, samples, someone } from './sample.tsx'

const nothing = () => {}

/** A part under the name of its file. */
const Part = ({ name, children }: { name: string; children: ReactNode }) => (
  <section className={styles.part} aria-label={name}>
    <h2 dir="ltr">{name}</h2>
    {children}
  </section>
)

export const Parts = () => (
  <CurrentUserContext value={someone}>
    <div data-parts className={styles.parts}>
      <Words />
      <Pages />
      <Forms />
      <Lists />
    </div>
  </CurrentUserContext>
)

function Words() {
  const [tab, setTab] = useState('a')
  const tabs = [
    { key: 'a', label: t('bill.status.sent'), content: null },
    { key: 'b', label: t('bill.status.paid'), content: null },
  ]
  return (
    <>
      <Part name="StatusTag">
        <div className={styles.row}>
          {(['grey', 'blue', 'darkBlue', 'green', 'amber', 'red', 'struck'] as const).map(
            (tone) => (
              <StatusTag key={tone} tone={tone}>
                {t('bill.status.sent')}
              </StatusTag>
            ),
          )}
        </div>
      </Part>
      <Part name="Money, Time">
        <div className={styles.row}>
          <Money amountMinor={123_456_789} currency="USD" />
          <Money amountMinor={-4_500} currency="EUR" />
          <Money amountMinor={98_000} currency="JPY" />
          <Time at="2026-11-15T16:30:00Z" />
        </div>
      </Part>
      <Part name="Picture">
        <div className={styles.row}>
          {[24, 32, 96].map((size) => (
            <Picture key={size} name={t('bill.status.sent')} src={null} size={size} />
          ))}
        </div>
      </Part>
      <Part name="LinkButton">
        <div className={styles.row}>
          <LinkButton onClick={nothing}>{t('action.more')}</LinkButton>
          <LinkButton danger onClick={nothing}>
            {t('bill.action.cancel')}
          </LinkButton>
          <LinkButton disabled title={t('bill.refusal.busy')} onClick={nothing}>
            {t('bill.action.remind')}
          </LinkButton>
        </div>
      </Part>
      <Part name="TextTabs">
        <TextTabs label="TextTabs" tabs={tabs} active={tab} onChange={setTab} />
        <TextTabs dense label="TextTabs, dense" tabs={tabs} active={tab} onChange={setTab} />
      </Part>
      <Part name="LanguageSelect">
        <div className={styles.row}>
          <LanguageSelect />
          <LanguageSelect compact />
        </div>
      </Part>
    </>
  )
}

const Pages = () => (
  <>
    <Part name="Section, Facts">
      <Section title={t('bill.customer')} hint={t('bill.empty.description')}>
        <Facts>
          <Fact label={t('bill.number')}>PD-000123</Fact>
          <Fact label={t('bill.customer')}>株式会社さくら商事</Fact>
          <Fact label={t('bill.total')}>
            <Money amountMinor={98_000} currency="JPY" />
          </Fact>
        </Facts>
      </Section>
    </Part>
    <Part name="LoadState">
      <LoadState failed={false} onRetry={nothing} />
      <LoadState failed onRetry={nothing} />
    </Part>
    <Part name="StatePage">
      <StatePage
        code="404"
        title={t('notFound.title')}
        description={t('notFound.description')}
        action={<Button type="primary">{t('action.home')}</Button>}
      />
      <StatePage
        status="error"
        title={t('crash.title')}
        description={t('crash.description')}
        action={<Button type="primary">{t('action.retry')}</Button>}
      />
    </Part>
  </>
)

function Forms() {
  const [open, setOpen] = useState<'dialog' | 'drawer'>()
  const closed = () => setOpen(undefined)
  return (
    <>
      <Part name="FormNotice">
        <div className={styles.column}>
          {(['info', 'success', 'warning', 'error'] as const).map((type) => (
            <FormNotice key={type} notice={{ type, text: t('bill.refusal.busy') }} />
          ))}
        </div>
      </Part>
      <Part name="ConflictNotice">
        <ConflictNotice
          differences={[
            { label: t('bill.total'), before: '100.00', theirs: '120.00', mine: '110.00' },
          ]}
          onTheirs={nothing}
          onMine={nothing}
        />
      </Part>
      <Part name="AmountLines">
        <Form initialValues={{ amounts: [{ currency: 'USD', amount: '500.00' }] }}>
          <AmountLines name="amounts" />
        </Form>
      </Part>
      <Part name="ConfirmDialog, FormDrawer">
        <div className={styles.row}>
          <Button onClick={() => setOpen('dialog')}>ConfirmDialog</Button>
          <Button onClick={() => setOpen('drawer')}>FormDrawer</Button>
        </div>
        {open === 'dialog' && (
          <ConfirmDialog
            danger
            title={t('bill.action.cancel')}
            confirmLabel={t('bill.action.cancel')}
            onConfirm={async () => true}
            onClosed={closed}
          >
            {t('bill.empty.description')}
          </ConfirmDialog>
        )}
        {open === 'drawer' && (
          <FormDrawer title={t('bill.action.edit')} onClosed={closed}>
            {(close) => <Button onClick={close}>{t('action.cancel')}</Button>}
          </FormDrawer>
        )}
      </Part>
    </>
  )
}

const acts = () => [
  { key: 'send', label: t('bill.action.send'), onClick: nothing },
  { key: 'edit', label: t('bill.action.edit'), onClick: nothing },
  { key: 'duplicate', label: t('bill.action.duplicate'), onClick: nothing },
  { key: 'cancel', label: t('bill.action.cancel'), onClick: nothing, danger: true },
]
const refused = () => [
  { key: 'remind', label: t('bill.action.remind'), reason: t('bill.refusal.noEmail') },
]

function Lists() {
  const [bills] = useState(samples)
  const [shown] = useState(columns)
  const selection = useSelection<Sample>('', bills)
  const empty = { title: t('bill.empty'), description: t('bill.empty.description') }
  const [currency, setCurrency] = useState<string | undefined>('USD')
  const [days, setDays] = useState<{ from: string | undefined; to: string | undefined }>({
    from: undefined,
    to: undefined,
  })
  const filters = [
    ...choiceFilter({
      key: 'currency',
      label: t('bill.currency'),
      value: currency,
      options: plainOptions(['EUR', 'JPY', 'USD']),
      onChange: setCurrency,
    }),
    daysFilter('days', t('bill.dueDate'), days, setDays),
  ]
  const rows = {
    label: 'RecordList',
    stale: false,
    columns: shown,
    card,
    nameOf: ({ number }: Sample) => number,
    empty: null,
  }
  const list = (
    <>
      <RecordList
        {...rows}
        rows={bills}
        panel={panelAt('b')}
        sort={{ by: '-total', set: nothing }}
      />
      <ListFoot list={listAt(2)} stale={false} page={page(bills, 24)} />
    </>
  )
  return (
    <>
      <Part name="FilterBar">
        <FilterBar
          search={
            <SearchFilter
              hideLabel
              label={t('bill.search')}
              placeholder={t('bill.search')}
              value={undefined}
              onChange={nothing}
            />
          }
          filters={filters}
          onClear={() => setCurrency(undefined)}
        />
      </Part>
      <Part name="RecordList, ListFoot">
        <RecordList
          {...rows}
          rows={bills}
          panel={panelAt(undefined)}
          sort={{ by: '', set: nothing }}
          selection={selection}
        />
        <ListFoot list={listAt(1)} stale={false} page={page(bills, 10_000)} />
      </Part>
      <Part name="RecordList: loading">
        <RecordList {...rows} rows={undefined} panel={panelAt(undefined)} sort={undefined} />
      </Part>
      <Part name="TableState">
        <TableState
          failed={false}
          pastEnd={false}
          list={listAt(1)}
          empty={empty}
          onRetry={nothing}
        />
        <TableState failed={false} pastEnd list={listAt(3)} empty={empty} onRetry={nothing} />
        <TableState failed pastEnd={false} list={listAt(1)} empty={empty} onRetry={nothing} />
      </Part>
      <Part name="Workspace, RecordPanel, Acts">
        <div className={styles.list}>
          <Workspace
            head={null}
            list={list}
            panel={
              <RecordPanel
                panel={panelAt('b')}
                ids={bills.map(({ id }) => id)}
                title="PD-000122"
                acts={<Acts name="PD-000122" acts={acts()} refused={refused()} />}
              >
                <Facts>
                  <Fact label={t('bill.customer')}>株式会社さくら商事</Fact>
                </Facts>
              </RecordPanel>
            }
          />
        </div>
      </Part>
      <Part name="PanelState">
        <PanelState error={null} gone="" onRetry={nothing} />
        <PanelState error={new Error()} gone="" onRetry={nothing} />
      </Part>
    </>
  )
}
