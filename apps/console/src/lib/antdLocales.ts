import type { Locale as AntdLocale } from 'antd/es/locale'
import type { Locale } from './locale.ts'

type Loader = { antd: () => Promise<{ default: AntdLocale }>; dayjs: () => Promise<unknown> }

/**
 * All locales but the two that have texts. They are a chunk of their own, so that most people never
 * load even the list.
 */
export const otherLocales: Record<Exclude<Locale, 'zh-CN' | 'en-US'>, Loader> = {
  'zh-HK': {
    antd: () => import('antd/es/locale/zh_HK'),
    dayjs: () => import('dayjs/locale/zh-hk'),
  },
  'zh-TW': {
    antd: () => import('antd/es/locale/zh_TW'),
    dayjs: () => import('dayjs/locale/zh-tw'),
  },
  'en-GB': {
    antd: () => import('antd/es/locale/en_GB'),
    dayjs: () => import('dayjs/locale/en-gb'),
  },
  'ar-EG': { antd: () => import('antd/es/locale/ar_EG'), dayjs: () => import('dayjs/locale/ar') },
  'az-AZ': { antd: () => import('antd/es/locale/az_AZ'), dayjs: () => import('dayjs/locale/az') },
  'bg-BG': { antd: () => import('antd/es/locale/bg_BG'), dayjs: () => import('dayjs/locale/bg') },
  'bn-BD': {
    antd: () => import('antd/es/locale/bn_BD'),
    dayjs: () => import('dayjs/locale/bn-bd'),
  },
  'ca-ES': { antd: () => import('antd/es/locale/ca_ES'), dayjs: () => import('dayjs/locale/ca') },
  'cs-CZ': { antd: () => import('antd/es/locale/cs_CZ'), dayjs: () => import('dayjs/locale/cs') },
  'da-DK': { antd: () => import('antd/es/locale/da_DK'), dayjs: () => import('dayjs/locale/da') },
  'de-DE': { antd: () => import('antd/es/locale/de_DE'), dayjs: () => import('dayjs/locale/de') },
  'el-GR': { antd: () => import('antd/es/locale/el_GR'), dayjs: () => import('dayjs/locale/el') },
  'es-ES': { antd: () => import('antd/es/locale/es_ES'), dayjs: () => import('dayjs/locale/es') },
  'et-EE': { antd: () => import('antd/es/locale/et_EE'), dayjs: () => import('dayjs/locale/et') },
  'fa-IR': { antd: () => import('antd/es/locale/fa_IR'), dayjs: () => import('dayjs/locale/fa') },
  'fi-FI': { antd: () => import('antd/es/locale/fi_FI'), dayjs: () => import('dayjs/locale/fi') },
  'fr-BE': { antd: () => import('antd/es/locale/fr_BE'), dayjs: () => import('dayjs/locale/fr') },
  'fr-FR': { antd: () => import('antd/es/locale/fr_FR'), dayjs: () => import('dayjs/locale/fr') },
  'ga-IE': { antd: () => import('antd/es/locale/ga_IE'), dayjs: () => import('dayjs/locale/ga') },
  'gl-ES': { antd: () => import('antd/es/locale/gl_ES'), dayjs: () => import('dayjs/locale/gl') },
  'he-IL': { antd: () => import('antd/es/locale/he_IL'), dayjs: () => import('dayjs/locale/he') },
  'hi-IN': { antd: () => import('antd/es/locale/hi_IN'), dayjs: () => import('dayjs/locale/hi') },
  'hr-HR': { antd: () => import('antd/es/locale/hr_HR'), dayjs: () => import('dayjs/locale/hr') },
  'hu-HU': { antd: () => import('antd/es/locale/hu_HU'), dayjs: () => import('dayjs/locale/hu') },
  'hy-AM': {
    antd: () => import('antd/es/locale/hy_AM'),
    dayjs: () => import('dayjs/locale/hy-am'),
  },
  'id-ID': { antd: () => import('antd/es/locale/id_ID'), dayjs: () => import('dayjs/locale/id') },
  'is-IS': { antd: () => import('antd/es/locale/is_IS'), dayjs: () => import('dayjs/locale/is') },
  'it-IT': { antd: () => import('antd/es/locale/it_IT'), dayjs: () => import('dayjs/locale/it') },
  'ja-JP': { antd: () => import('antd/es/locale/ja_JP'), dayjs: () => import('dayjs/locale/ja') },
  'kk-KZ': { antd: () => import('antd/es/locale/kk_KZ'), dayjs: () => import('dayjs/locale/kk') },
  'kn-IN': { antd: () => import('antd/es/locale/kn_IN'), dayjs: () => import('dayjs/locale/kn') },
  'ko-KR': { antd: () => import('antd/es/locale/ko_KR'), dayjs: () => import('dayjs/locale/ko') },
  'ku-IQ': { antd: () => import('antd/es/locale/ku_IQ'), dayjs: () => import('dayjs/locale/ku') },
  'lt-LT': { antd: () => import('antd/es/locale/lt_LT'), dayjs: () => import('dayjs/locale/lt') },
  'lv-LV': { antd: () => import('antd/es/locale/lv_LV'), dayjs: () => import('dayjs/locale/lv') },
  'mk-MK': { antd: () => import('antd/es/locale/mk_MK'), dayjs: () => import('dayjs/locale/mk') },
  'mn-MN': { antd: () => import('antd/es/locale/mn_MN'), dayjs: () => import('dayjs/locale/mn') },
  'ms-MY': { antd: () => import('antd/es/locale/ms_MY'), dayjs: () => import('dayjs/locale/ms') },
  'nb-NO': { antd: () => import('antd/es/locale/nb_NO'), dayjs: () => import('dayjs/locale/nb') },
  'ne-NP': { antd: () => import('antd/es/locale/ne_NP'), dayjs: () => import('dayjs/locale/ne') },
  'nl-BE': {
    antd: () => import('antd/es/locale/nl_BE'),
    dayjs: () => import('dayjs/locale/nl-be'),
  },
  'nl-NL': { antd: () => import('antd/es/locale/nl_NL'), dayjs: () => import('dayjs/locale/nl') },
  'pl-PL': { antd: () => import('antd/es/locale/pl_PL'), dayjs: () => import('dayjs/locale/pl') },
  'pt-BR': {
    antd: () => import('antd/es/locale/pt_BR'),
    dayjs: () => import('dayjs/locale/pt-br'),
  },
  'pt-PT': { antd: () => import('antd/es/locale/pt_PT'), dayjs: () => import('dayjs/locale/pt') },
  'ro-RO': { antd: () => import('antd/es/locale/ro_RO'), dayjs: () => import('dayjs/locale/ro') },
  'ru-RU': { antd: () => import('antd/es/locale/ru_RU'), dayjs: () => import('dayjs/locale/ru') },
  'sk-SK': { antd: () => import('antd/es/locale/sk_SK'), dayjs: () => import('dayjs/locale/sk') },
  'sl-SI': { antd: () => import('antd/es/locale/sl_SI'), dayjs: () => import('dayjs/locale/sl') },
  'sr-RS': {
    antd: () => import('antd/es/locale/sr_RS'),
    dayjs: () => import('dayjs/locale/sr-cyrl'),
  },
  'sv-SE': { antd: () => import('antd/es/locale/sv_SE'), dayjs: () => import('dayjs/locale/sv') },
  'ta-IN': { antd: () => import('antd/es/locale/ta_IN'), dayjs: () => import('dayjs/locale/ta') },
  'th-TH': { antd: () => import('antd/es/locale/th_TH'), dayjs: () => import('dayjs/locale/th') },
  'tr-TR': { antd: () => import('antd/es/locale/tr_TR'), dayjs: () => import('dayjs/locale/tr') },
  'uk-UA': { antd: () => import('antd/es/locale/uk_UA'), dayjs: () => import('dayjs/locale/uk') },
  'vi-VN': { antd: () => import('antd/es/locale/vi_VN'), dayjs: () => import('dayjs/locale/vi') },
}
