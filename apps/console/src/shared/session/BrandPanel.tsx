import { t } from '../../lib/i18n.ts'
import styles from './BrandPanel.module.css'

/** The product's promises, for wide screens; a phone shows only the form. */
export const BrandPanel = () => (
  <aside className={styles.panel} aria-label={t('brand.label')}>
    <Receipts />
    <div className={styles.words}>
      <p className={styles.headline}>{t('brand.headline')}</p>
      <ul className={styles.points}>
        <li>{t('brand.point1')}</li>
        <li>{t('brand.point2')}</li>
        <li>{t('brand.point3')}</li>
      </ul>
    </div>
  </aside>
)

/** A picture of the product: receipts, matched one to one. */
const Receipts = () => (
  <svg className={styles.picture} viewBox="0 0 520 360" fill="none" aria-hidden="true">
    <path
      d="M0 300C90 240 150 330 250 270S420 190 520 230"
      stroke="#fff"
      strokeOpacity=".16"
      strokeWidth="2"
    />
    <path
      d="M0 332C110 280 190 350 290 300S440 250 520 270"
      stroke="#fff"
      strokeOpacity=".1"
      strokeWidth="2"
    />
    <g transform="translate(66 62) rotate(-5)">
      <Slip />
    </g>
    <g transform="translate(300 44) rotate(4)">
      <Slip />
    </g>
    <path d="M222 150h72" stroke="#fff" strokeOpacity=".55" strokeWidth="2" strokeDasharray="5 6" />
    <circle cx="258" cy="150" r="21" fill="#fff" />
    <path
      d="m248 150 7.5 7.5L269 143"
      stroke="#096dd9"
      strokeWidth="4"
      strokeLinecap="round"
      strokeLinejoin="round"
    />
  </svg>
)

const Slip = () => (
  <>
    <path
      d="M10 0h136a10 10 0 0 1 10 10v196l-15.6-10-15.6 10-15.6-10-15.6 10-15.6-10-15.6 10-15.6-10-15.6 10-15.6-10L0 206V10A10 10 0 0 1 10 0z"
      fill="#fff"
      fillOpacity=".14"
      stroke="#fff"
      strokeOpacity=".34"
    />
    <path
      d="M22 34h64M22 62h112M22 84h92M22 106h112"
      stroke="#fff"
      strokeOpacity=".5"
      strokeWidth="7"
      strokeLinecap="round"
    />
    <path
      d="M22 152h46M104 152h30"
      stroke="#fff"
      strokeWidth="8"
      strokeLinecap="round"
      strokeOpacity=".85"
    />
  </>
)
