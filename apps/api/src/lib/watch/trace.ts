import { AsyncLocalStorage } from 'node:async_hooks'
import type { Context, Span, SpanKind, Tracer } from '@opentelemetry/api'

/**
 * Attributes are names from our own code: patterns of calls, kinds of jobs, operations, outcomes.
 * Never ids of people, queries or bodies: who gathers traces need not be who may see customers.
 */
type Attributes = Record<string, string | number>
type Kind = keyof typeof SpanKind

type Where = { traces: { url: string; ratio: number } | undefined }
type Say = Record<'info' | 'warn', (said: object, words: string) => void>
type Tracing = {
  api: typeof import('@opentelemetry/api')
  tracer: Tracer
  stop: () => Promise<void>
}
/**
 * Undefined: nobody collects traces. Then none of OpenTelemetry's code is even loaded, and a span
 * costs one comparison.
 */
let tracing: Tracing | undefined
const around = new AsyncLocalStorage<Context>()

/** A span that its maker ends. Everything that `run` begins is part of it. */
export type OpenSpan = {
  run: <T>(work: () => T) => T
  end: (attributes?: Attributes, failed?: boolean) => void
}

export async function openTraces(
  { traces }: Where,
  log: Say,
  process: 'api' | 'worker',
  version: string,
): Promise<void> {
  if (!traces) return
  const [api, sdk, { OTLPTraceExporter }, { resourceFromAttributes }] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/sdk-trace'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/resources'),
  ])
  const quiet = () => {}
  const warn = (reason: string) => log.warn({ reason: reason.slice(0, 300) }, 'traces')
  api.diag.setLogger(
    { error: warn, warn, info: quiet, debug: quiet, verbose: quiet },
    { logLevel: api.DiagLogLevel.WARN, suppressOverrideMessage: true },
  )
  const provider = new sdk.TracerProvider({
    resource: resourceFromAttributes({
      'service.name': `paydesk-${process}`,
      'service.version': version,
    }),
    sampler: new sdk.ParentBasedSampler({ root: new sdk.TraceIdRatioBasedSampler(traces.ratio) }),
    spanProcessors: [
      new sdk.BatchSpanProcessor({
        exporter: new OTLPTraceExporter({ url: traces.url }),
        scheduledDelayMillis: 2000,
      }),
    ],
  })
  tracing = { api, tracer: provider.getTracer('paydesk'), stop: () => provider.shutdown() }
  log.info({ ratio: traces.ratio }, 'traces are sent')
}

/** Sends what is left. A collector that is away holds up no process that wants to end. */
export async function closeTraces(): Promise<void> {
  const { stop } = tracing ?? {}
  tracing = undefined
  if (stop)
    await Promise.race([
      stop().catch(() => {}),
      new Promise((resolve) => setTimeout(resolve, 3000).unref()),
    ])
}

const named = (span: Span, context: Context): OpenSpan => ({
  run: (work) => around.run(context, work),
  end: (attributes, failed) => {
    if (attributes) span.setAttributes(attributes)
    if (failed)
      span.setStatus({ code: 2 satisfies import('@opentelemetry/api').SpanStatusCode.ERROR })
    span.end()
  },
})

/**
 * Begins a span; `parent` is what `traceNow` said elsewhere, perhaps in another process. Undefined:
 * nobody collects traces.
 */
export function openSpan(
  name: string,
  kind: Kind,
  attributes: Attributes = {},
  parent?: string,
): OpenSpan | undefined {
  if (!tracing) return undefined
  const { api, tracer } = tracing
  const outer = parent ? contextOf(parent) : (around.getStore() ?? api.ROOT_CONTEXT)
  const span = tracer.startSpan(name, { kind: api.SpanKind[kind], attributes }, outer)
  return named(span, api.trace.setSpan(outer, span))
}

/** Does a piece of work as a span of its own. */
export async function inSpan<T>(
  name: string,
  kind: Kind,
  work: () => Promise<T>,
  attributes?: Attributes,
  parent?: string,
): Promise<T> {
  const span = openSpan(name, kind, attributes, parent)
  if (!span) return work()
  try {
    const result = await span.run(work)
    span.end()
    return result
  } catch (error) {
    span.end({ 'error.type': (error as Error).name }, true)
    throw error
  }
}

/**
 * A piece of work that is over: it took until now. Only inside another span: by itself it says
 * nothing that metrics do not.
 */
export function pastSpan(
  name: string,
  kind: Kind,
  ms: number,
  attributes: Attributes,
  failed = false,
) {
  const outer = around.getStore()
  if (!tracing || !outer) return
  const { api, tracer } = tracing
  const span = tracer.startSpan(
    name,
    { kind: api.SpanKind[kind], attributes, startTime: Date.now() - ms },
    outer,
  )
  if (failed) span.setStatus({ code: api.SpanStatusCode.ERROR })
  span.end()
}

/**
 * The trace that this code is part of, as W3C writes it, to be carried along with what it asks for.
 */
export function traceNow(): string | undefined {
  const outer = tracing && around.getStore()
  const span = outer && tracing?.api.trace.getSpanContext(outer)
  return span && `00-${span.traceId}-${span.spanId}-0${span.traceFlags & 1}`
}

function contextOf(text: string): Context {
  const { api } = tracing as Tracing
  const [, traceId = '', spanId = '', flags = '0'] =
    /^00-([0-9a-f]{32})-([0-9a-f]{16})-0([01])$/.exec(text) ?? []
  return traceId
    ? api.trace.setSpanContext(api.ROOT_CONTEXT, {
        traceId,
        spanId,
        traceFlags: Number(flags),
        isRemote: true,
      })
    : api.ROOT_CONTEXT
}
