import type { Currency } from '@paydesk/contract/lib/money'

/** Random numbers from 0 to 1; the same seed gives the same story. */
export type Dice = () => number

export function dice(seed: number): Dice {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
export const pick = <T>(roll: Dice, list: readonly T[]): T =>
  list[Math.floor(roll() * list.length)] as T

/** `pays`: the person who pays, by another address than the one that bills go to. */
export type CastCustomer = {
  name: string
  businessName: string
  email: string
  country: string
  language: string
  currency: Currency
  owner: string
  tags: string[]
  pays?: string
}

const row = (line: string): CastCustomer => {
  const [
    name = '',
    businessName = '',
    email = '',
    country = '',
    language = '',
    currency = '',
    owner = '',
    tags = '',
    pays = '',
  ] = line.split('|')
  return {
    name,
    businessName,
    email,
    country,
    language,
    currency: currency as Currency,
    owner,
    tags: tags.split(',').filter(Boolean),
    ...(pays && { pays }),
  }
}

/**
 * Buyers of a lamp exporter: importers, shops, fitters. Names are invented, and nobody can have
 * these addresses.
 */
export const customers: readonly CastCustomer[] = [
  'Nordlys Interiør AS|Nordlys Interiør AS|ap@nordlys.example|NO|en|EUR|wangfang|老客户',
  'Blue Harbor Trading LLC|Blue Harbor Trading LLC|billing@blueharbor.example|US|en-US|USD|lilei|老客户,批发|treasury@blueharbor-group.example',
  'Möbelhaus Lindner GmbH|Möbelhaus Lindner GmbH|rechnung@lindner.example|DE|de-DE|EUR|zhaomin|批发',
  '株式会社さくら商事|株式会社さくら商事|keiri@sakura.example|JP|ja-JP|JPY|hanmei|批发',
  'Casa Verde Lda|Casa Verde Lda|contas@casaverde.example|PT|pt-PT|EUR|wangfang||m.ferreira@casaverde-loja.example',
  'Aurora Gift Shop|Aurora Gift Shop Pty Ltd|hello@auroragift.example|AU|en-AU|AUD|lilei|零售',
  'Maple & Pine Lighting|Maple & Pine Lighting Inc.|accounts@maplepine.example|CA|en|CAD|lilei|批发',
  'Thistle Home|Thistle Home Ltd|finance@thistlehome.example|GB|en-GB|GBP|sunyu|老客户|j.mackay@thistlehome.example',
  'Harrow & Sons Fitters|Harrow & Sons|office@harrowfitters.example|GB|en-GB|GBP|sunyu|工程',
  'Lumière du Sud SARL|Lumière du Sud SARL|compta@lumieredusud.example|FR|fr-FR|EUR|zhaomin|老客户',
  'Estudio Faro|Estudio Faro S.L.|admin@estudiofaro.example|ES|es-ES|EUR|zhaomin|工程',
  'Bergström Belysning AB|Bergström Belysning AB|faktura@bergstrom.example|SE|en|EUR|wangfang|批发',
  'Canal Street Loft|Canal Street Loft LLC|orders@canalstreet.example|US|en-US|USD|hanmei|零售|d.ortiz@canalstreet.example',
  'Desert Bloom Hotels|Desert Bloom Hospitality Group|payables@desertbloom.example|US|en-US|USD|wangfang|工程,大客户',
  'Koi Garden Restaurants|Koi Garden Restaurants LLC|ap@koigarden.example|US|en-US|USD|hanmei|工程',
  '光屋インテリア|有限会社光屋|info@hikariya.example|JP|ja-JP|JPY|hanmei|零售|tanaka@hikariya-shop.example',
  'Lantern & Co|Lantern & Co Holdings|billing@lanternco.example|US|en-US|USD|lilei|批发',
  'Studio Norrsken|Studio Norrsken HB|hej@norrsken.example|SE|en|EUR|wangfang|零售',
  'De Gouden Lamp|De Gouden Lamp B.V.|administratie@goudenlamp.example|NL|en|EUR|zhaomin|批发|p.vandijk@goudenlamp.example',
  'Luce Viva|Luce Viva S.r.l.|amministrazione@luceviva.example|IT|it-IT|EUR|zhaomin|零售',
  'Oak Lane Interiors|Oak Lane Interiors Ltd|hello@oaklane.example|GB|en-GB|GBP|sunyu|零售',
  'Pacific Rim Builders|Pacific Rim Builders Inc.|invoices@pacificrim.example|US|en-US|USD|lilei|工程,大客户',
  'Coral Bay Resort|Coral Bay Resort Pty Ltd|finance@coralbay.example|AU|en-AU|AUD|lilei|工程',
  'Prairie Light Supply|Prairie Light Supply Co.|ap@prairielight.example|US|en-US|USD|hanmei|批发',
  'みなと家具|株式会社みなと家具|shiire@minatokagu.example|JP|ja-JP|JPY|hanmei|批发',
  'Halden & Wirth|Halden & Wirth OHG|buchhaltung@haldenwirth.example|DE|de-DE|EUR|zhaomin|零售',
  'Sunset Staging|Sunset Staging LLC|team@sunsetstaging.example|US|en-US|USD|lilei|零售',
  'Cedar Creek Cabins|Cedar Creek Cabins LLC|office@cedarcreek.example|US|en-US|USD|wangfang|零售|r.hale@cedarcreek.example',
].map(row)

/** What is sold, with its price in US dollars, in cents, and how many people usually take. */
export const goods = [
  ['LED wall lamp WL-20', 5200, [12, 60]],
  ['LED pendant PD-35', 12_800, [4, 24]],
  ['Track spotlight TS-12', 3450, [20, 120]],
  ['Floor lamp FL-08', 9600, [4, 20]],
  ['Garden light GL-15', 2890, [30, 160]],
  ['Smart desk lamp DK-06', 4120, [10, 50]],
  ['Cabinet light strip 5 m', 1380, [40, 200]],
  ['Waterproof driver 60 W', 1675, [20, 100]],
] as const

/**
 * What a bill is for, as operators call it, and as the customer reads it where it is a part of
 * the goods' price.
 */
export const titles = [
  ['首批货款 30%', 0.3, 'Deposit 30 %'],
  ['尾款 70%', 0.7, 'Balance 70 %'],
  ['补货订单', 1, ''],
  ['样品费', 0.08, 'Samples'],
  ['展会样灯', 0.15, 'Trade fair samples'],
  ['项目第一批', 1, ''],
  ['返单', 1, ''],
  ['定制包装费', 0.12, 'Custom packaging'],
  ['空运运费', 0.1, 'Air freight'],
  ['备件与驱动', 0.2, 'Spare parts and drivers'],
] as const

/** Units of a currency per US dollar, roughly: prices are quoted in the customer's currency. */
export const perDollar: Partial<Record<Currency, number>> = {
  USD: 1,
  EUR: 0.92,
  GBP: 0.79,
  JPY: 150,
  AUD: 1.5,
  CAD: 1.36,
}

export const notes = [
  '客户说下周三财务付款日统一付。',
  '已电话确认收到账单，等老板签字。',
  '客户要求发票抬头加上采购单号，已补。',
  '货已上船，提单扫描件发客户邮箱。',
  '客户反馈两件灯罩有划痕，先按协商退一部分。',
  '第二次催款，客户答应月底前付清。',
]

/** The second company: a shop for sailors' goods. It bills in English, in pounds and euros. */
export const harborCustomers: readonly CastCustomer[] = [
  'Salcombe Chandlers|Salcombe Chandlers Ltd|accounts@salcombe.example|GB|en-GB|GBP|harbor-ops|Trade',
  'Kerry Boatyard|Kerry Boatyard DAC|office@kerryboatyard.example|IE|en|EUR|harbor-ops|Trade',
  'Anna Petersen|Fjord Charter ApS|anna@fjordcharter.example|DK|en|EUR|harbor-admin|Charter',
  'Whitby Sailing School|Whitby Sailing School CIC|bursar@whitbysailing.example|GB|en-GB|GBP|harbor-ops|School',
  'Port Marine Services|Port Marine Services Ltd|ap@portmarine.example|GB|en-GB|GBP|harbor-admin|Trade',
].map(row)
export const harborGoods = [
  ['Rope, braided, 100 m', 9400, [1, 8]],
  ['Deck lantern, brass', 6900, [2, 12]],
  ['Life jacket, adult', 5900, [4, 20]],
] as const
export const harborTitles = [
  ['Spring order', 1, ''],
  ['Refit', 1, ''],
  ['Deposit', 0.3, 'Deposit 30 %'],
] as const
