/** Which part may import which: floors, features, apps and packages. */
import {
  businessFloors,
  contractBelowFeatures,
  floorsOf,
  isTest,
  labBelowTests,
  labFloors,
  type Place,
  placeOf,
  readsBillsFromBelow,
} from './floors.ts'
import type { Import } from './readImports.ts'

/** Folders beside `apps` and `packages`. They use the apps; no app knows of them. */
const beside = /^(?:scripts|lab|db|docs|\.\.)\//

/** Why this import may not be, or undefined when it may. */
export function breach({ from, to }: Import): string | undefined {
  const [here, there] = [placeOf(from), placeOf(to)]
  if (from.startsWith('lab/')) return labBreach(from, to)
  if (from.startsWith('scripts/')) return scriptBreach(from, to)
  if (/\/index\.tsx?$/.test(from)) return 'no index files'
  if (here.app.startsWith('apps/') && there.app.startsWith('apps/') && here.app !== there.app)
    return 'apps never import each other'
  if (isTest(from)) return testBreach(to)
  if (here.app === 'packages/contract' && there.app !== here.app && to !== 'zod')
    return 'the contract imports zod and itself only'
  if (here.app === 'packages/paypal' && there.app && there.app !== here.app)
    return 'what PayPal says knows nothing of us'
  if (here.app && beside.test(to))
    return 'apps and packages import each other’s src and npm packages only'
  if (there.app === 'packages/contract' && here.app !== there.app)
    return contractBreach(here, from, to)
  if (here.app !== there.app) return undefined
  if (isTest(to)) return 'only tests import tests'
  return floorBreach(from, to)
}

/** `ground` of `lab/ground/postgres.ts`. */
const labPart = (file: string) => /^lab\/([^/]+)\//.exec(file)?.[1] ?? ''

function labBreach(from: string, to: string): string | undefined {
  if (to.startsWith('scripts/')) return 'the lab knows nothing of the scripts'
  const [here, there] = [labPart(from), labPart(to)]
  if (there === '') return here === 'stories' ? storyBreach(to) : undefined
  if (here === there) return undefined
  const [height, depth] = [labFloors.indexOf(here), labFloors.indexOf(there)]
  if (height < 0 && depth < 0)
    return `${here} and ${there} are equals: what both need lies on a floor of the lab`
  if (depth < 0 || (height >= 0 && depth < height))
    return `${here} lies below ${there}: nothing imports upwards`
  return undefined
}

/** Files beside the rooms of `scripts` are typed by people and used by nobody. */
const scriptBreach = (from: string, to: string): string | undefined =>
  !isTest(from) && /^scripts\/[^/]+$/.test(to) ? 'nothing imports what people type' : undefined

/** Tests may use whatever there is of the apps, and of the lab what is below a whole Paydesk. */
function testBreach(to: string): string | undefined {
  if (to.startsWith('scripts/')) return 'apps and packages know nothing of the scripts'
  const part = labPart(to)
  return part === '' || labBelowTests.includes(part)
    ? undefined
    : `of the lab, tests use ${labBelowTests.join(' and ')} only`
}

/** Entry points may use whatever there is. */
const isEntry = ({ app, floor }: Place) => floor === '' || `${app}/${floor}` === 'apps/api/cli'

function floorBreach(from: string, to: string): string | undefined {
  const [here, there] = [placeOf(from), placeOf(to)]
  const floors = floorsOf[here.app]
  if (!floors || isEntry(here)) return undefined
  if (there.floor === '') return 'only entry points import entry points'
  const [height, depth] = [floors.indexOf(here.floor), floors.indexOf(there.floor)]
  if (height < 0 || depth < 0)
    return `${height < 0 ? here.floor : there.floor} is no floor: see scripts/house/floors.ts`
  if (depth < height) return `${here.floor} lies below ${there.floor}: nothing imports upwards`
  if (here.floor === there.floor && here.feature === there.feature) return undefined
  if (here.app === 'apps/console') return consoleBreach(here.floor, there.floor)
  if (here.app === 'apps/api' && there.floor !== 'lib' && !isOpenFile(to))
    return `of another feature only its ${there.feature}.ts may be imported`
  return undefined
}

/** `<feature>/<feature>.ts` holds what a feature of the API offers to others. */
function isOpenFile(file: string): boolean {
  const { app, floor, feature } = placeOf(file)
  return file === `${app}/src/${floor}/${feature}/${feature}.ts`
}

const below = ['shared', 'ui', 'lib']
/**
 * In the browser features share nothing but what lies below them: each is a page that
 * loads by itself.
 */
const consoleBreach = (from: string, to: string): string | undefined =>
  from === 'app' || below.includes(from) || below.includes(to)
    ? undefined
    : 'a feature never imports another feature'

/**
 * The contract has the floors of the API: a low floor knows no record from above, not
 * even by its shape.
 */
function contractBreach({ app, floor }: Place, from: string, to: string): string | undefined {
  const there = placeOf(to).floor
  if (app === 'apps/api' && floor !== '') {
    if (readsBillsFromBelow.includes(from) && to.endsWith('/billing/billStatus.ts'))
      return undefined
    const floors: readonly string[] = [...businessFloors, 'lib']
    return floors.indexOf(there) < floors.indexOf(floor)
      ? `${floor} lies below the contract’s ${there || 'registry'}`
      : undefined
  }
  if (app !== 'apps/console' || !['ui', 'lib'].includes(floor) || there === 'lib') return undefined
  const isKnown = Object.entries(contractBelowFeatures).some(
    ([folder, files]) =>
      from.startsWith(`apps/console/src/${folder}/`) &&
      files.some((file) => to === `packages/contract/src/${file}.ts`),
  )
  return isKnown ? undefined : `${floor} knows no record: of the contract it imports lib only`
}

/**
 * Stories see the product through the browser. What they prepare behind it, they do with what the
 * API offers to its own features.
 */
function storyBreach(to: string): string | undefined {
  const { app, floor } = placeOf(to)
  if (!to.startsWith('apps/') || (app === 'apps/api' && (floor === 'lib' || isOpenFile(to))))
    return undefined
  return 'of the apps, stories import the API’s lib and what its features export'
}
