import { Button, Drawer, Segmented, Switch } from 'antd'
import { type ReactNode, useId } from 'react'
import { direction, t } from '../../../lib/i18n.ts'
import { type Choices, choose, resetChoices, useChoices } from '../../settings.ts'
import { swatches } from '../../swatches.ts'
import styles from './LayoutPanel.module.css'

/** Every choice of spec §2, each with its label. */
export default function LayoutPanel({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { navTheme, layout, contentWidth, fixedHeader } = useChoices()
  return (
    <Drawer
      title={t('panel.title')}
      open={open}
      onClose={onClose}
      size={320}
      placement={direction === 'rtl' ? 'left' : 'right'}
      footer={
        <div className={styles.footer}>
          <span>{t('panel.remembered')}</span>
          <Button onClick={resetChoices}>{t('panel.reset')}</Button>
        </div>
      }
    >
      <Choice label={t('panel.style')}>
        <Segmented<Choices['navTheme']>
          value={navTheme}
          onChange={(value) => choose({ navTheme: value })}
          options={[
            { value: 'light', label: t('panel.style.light') },
            { value: 'realDark', label: t('panel.style.dark') },
          ]}
        />
      </Choice>
      <Choice label={t('panel.color')}>
        <Swatches />
      </Choice>
      <Choice label={t('panel.layout')}>
        <Segmented<Choices['layout']>
          value={layout}
          onChange={(value) => choose({ layout: value })}
          options={[
            { value: 'top', label: t('panel.layout.top') },
            { value: 'side', label: t('panel.layout.side') },
            { value: 'mix', label: t('panel.layout.mix') },
          ]}
        />
      </Choice>
      <Choice label={t('panel.width')}>
        <Segmented<Choices['contentWidth']>
          value={contentWidth}
          onChange={(value) => choose({ contentWidth: value })}
          options={[
            { value: 'Fluid', label: t('panel.width.fluid') },
            { value: 'Fixed', label: t('panel.width.fixed') },
          ]}
        />
      </Choice>
      <Toggle name="fixedHeader" />
      <Toggle
        name="autoHideHeader"
        {...(!fixedHeader && { noEffect: t('panel.autoHideHeader.noEffect') })}
      />
      <Toggle
        name="fixSiderbar"
        {...(layout === 'top' && { noEffect: t('panel.fixSiderbar.noEffect') })}
      />
      <Toggle name="colorWeak" />
    </Drawer>
  )
}

function Choice({ label, children }: { label: string; children: ReactNode }) {
  const id = useId()
  return (
    <fieldset className={styles.choice} aria-labelledby={id}>
      <div id={id} className={styles.label}>
        {label}
      </div>
      {children}
    </fieldset>
  )
}

type SwitchName = 'fixedHeader' | 'autoHideHeader' | 'fixSiderbar' | 'colorWeak'

function Toggle({ name, noEffect }: { name: SwitchName; noEffect?: string }) {
  const on = useChoices()[name]
  const id = useId()
  return (
    <div className={styles.toggle}>
      <div>
        <label htmlFor={id}>{t(`panel.${name}`)}</label>
        {noEffect && (
          <small id={`${id}hint`} className={styles.hint}>
            {noEffect}
          </small>
        )}
      </div>
      <Switch
        id={id}
        checked={on}
        onChange={(checked) => choose({ [name]: checked })}
        {...(noEffect && { 'aria-describedby': `${id}hint` })}
      />
    </div>
  )
}

function Swatches() {
  const { colorPrimary } = useChoices()
  return (
    <div className={styles.swatches} role="radiogroup" aria-label={t('panel.color')}>
      {swatches.map(({ name, color }) => (
        <label
          key={name}
          className={styles.swatch}
          style={{ background: color }}
          title={t(`panel.color.${name}`)}
        >
          <input
            type="radio"
            name="colorPrimary"
            aria-label={t(`panel.color.${name}`)}
            checked={color === colorPrimary}
            onChange={() => choose({ colorPrimary: color })}
          />
        </label>
      ))}
    </div>
  )
}
