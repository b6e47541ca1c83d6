import { type RuleTemplate, ruleTemplates } from '@paydesk/contract/desk/rule'
import { t } from '../../lib/i18n.ts'
import styles from './Rule.module.css'

/** One click from a template to a rule that is filled in. */
export const Templates = ({ onChoose }: { onChoose: (template: RuleTemplate) => void }) => (
  <ul className={styles.templates} aria-label={t('rule.templates')}>
    {ruleTemplates.map((template) => (
      <li key={template}>
        <button type="button" className={styles.template} onClick={() => onChoose(template)}>
          <strong>{t(`rule.template.${template}`)}</strong>
          <span>{t(`rule.ready.${template}`)}</span>
        </button>
      </li>
    ))}
  </ul>
)
