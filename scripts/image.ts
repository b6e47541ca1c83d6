/**
 * `npm run image [-- --built] [-- --test | --archive]`: makes the container image, or with
 * `--archive` what a release publishes: the archive and its bill of materials.
 */
import { writeBom } from './release/bom.ts'

await import('../lab/ops/image/image.ts')
const root = new URL('..', import.meta.url).pathname
if (process.argv.includes('--archive')) writeBom(root, `${root}.tmp`)
