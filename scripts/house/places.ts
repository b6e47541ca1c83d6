/** Where a file may lie. */
import {
  businessFloors,
  features,
  floorsOf,
  labEquals,
  labFloors,
  placeOf,
  scriptRooms,
  storyFloors,
} from './floors.ts'

const map = 'see scripts/house/floors.ts'
/** Code of an app that is not of its `src`: what builds it. */
const besideSrc = /^apps\/console\/(?:vite\.config\.ts|build\/[^/]+)$/
const allFeatures = Object.values(features).flat()

/**
 * Why this file may not lie where it lies. `file` is one with code, of an app, a
 * package, the lab or the scripts.
 */
export function misplaced(file: string): string | undefined {
  if (!/\.tsx?$/.test(file)) return 'code is .ts or .tsx: the checks of the house read nothing else'
  if (file.startsWith('lab/stories/')) return misplacedStory(file)
  if (file.startsWith('lab/')) return misplacedInLab(file)
  if (file.startsWith('scripts/')) return misplacedScript(file)
  if (besideSrc.test(file)) return undefined
  const { app, floor, feature } = placeOf(file)
  const floors = floorsOf[app]
  if (!floors) return `this is in the src of no known app or package: ${map}`
  if (floor === '')
    return app === 'packages/contract' && !file.endsWith('/src/registry.ts')
      ? 'only the registry lies above the floors'
      : undefined
  if (floor === 'test') return undefined
  if (!floors.includes(floor)) return `${floor} is no floor: ${map}`
  if (app === 'packages/contract') return misplacedContract(floor, feature)
  return app === 'apps/paypal-sim' ? undefined : misplacedFeature(floor, feature)
}

/**
 * The console's features are named like those of the API; what two of them share of a record is
 * named like the record's feature.
 */
function misplacedFeature(floor: string, feature: string): string | undefined {
  const known = floor === 'shared' ? allFeatures : isBusiness(floor) ? features[floor] : undefined
  return !known || known.includes(feature)
    ? undefined
    : `${feature || 'a loose file'} is no feature of ${floor}: ${map}`
}

const isBusiness = (floor: string): floor is keyof typeof features =>
  (businessFloors as readonly string[]).includes(floor)

const misplacedContract = (floor: string, folder: string): string | undefined =>
  folder === '' || `${floor}/${folder}` === 'lib/errors'
    ? undefined
    : 'the contract has one file per record and no folders below a floor'

/** `lib` is the stack that stories run against, `pictures` takes the screenshots. */
function misplacedStory(file: string): string | undefined {
  const [, , floor = '', ...rest] = file.split('/')
  if (file === 'lab/stories/playwright.config.ts') return undefined
  if (rest.length === 0) return 'a story lies on the floor of what it is about'
  if (!file.endsWith('.e2e.ts') && ['lib', 'pictures'].includes(floor)) return undefined
  return storyFloors.includes(floor) ? undefined : `${floor} is no floor: ${map}`
}

/** Floors of the lab have no rooms. A bench and a torture each have a folder with its `run.ts`. */
function misplacedInLab(file: string): string | undefined {
  const [, part = '', ...rest] = file.split('/')
  if (rest.length === 0) return 'a file of the lab lies on a floor, or in what stands on them'
  if (labFloors.includes(part))
    return rest.length > 1 ? 'a floor of the lab has no folders' : undefined
  if (!labEquals.includes(part)) return `${part} is no part of the lab: ${map}`
  return ['bench', 'torture'].includes(part) && rest.length < 2
    ? `each ${part} has a folder of its own`
    : undefined
}

function misplacedScript(file: string): string | undefined {
  const [, room = '', ...rest] = file.split('/')
  return rest.length === 0 || scriptRooms.includes(room)
    ? undefined
    : `${room} is no room of the scripts: ${map}`
}
