// Made by `npm run schema` from db/migrations. Do not edit.
import type { Id } from '@paydesk/contract/lib/id'
import type { Generated } from 'kysely'

export type Database = {
  accountSync: {
    companyId: string
    accountId: Id<'paypalAccount'>
    covered: Generated<string>
    beginsAt: string | null
    completeThrough: string | null
    dueAt: Generated<string>
    leasedUntil: string | null
    leaseId: string | null
    failures: Generated<number>
    failure: Generated<string>
    failedAt: string | null
    readAt: Generated<string>
    failingSince: string | null
  }
  appUser: {
    companyId: Id<'company'>
    id: Generated<Id<'user'>>
    username: string
    passwordHash: string | null
    passwordChangedAt: string | null
    name: string
    nickname: string | null
    avatar: string | null
    profile: string | null
    email: string | null
    phone: string | null
    country: string | null
    province: string | null
    city: string | null
    street: string | null
    locale: 'zh-CN' | 'en-US' | null
    timezone: string | null
    parentId: Id<'user'> | null
    status: Generated<'invited' | 'active' | 'disabled'>
    approvalLimits: unknown
    demo: Generated<boolean>
    lastLoginAt: string | null
    lastLoginIp: string | null
    version: Generated<number>
    createdAt: Generated<string>
    credentialsChangedAt: string | null
    phoneVerifiedAt: string | null
  }
  approval: {
    companyId: Id<'company'>
    id: Generated<Id<'approval'>>
    kind: Generated<'refund' | 'settleRefund'>
    refundId: Id<'refund'>
    currency: string
    amountMinor: number
    state: Generated<'waiting' | 'approved' | 'rejected' | 'withdrawn'>
    requestedBy: string
    requestedByName: string
    decidedBy: string | null
    decidedByName: Generated<string>
    note: Generated<string>
    decidedAt: string | null
    version: Generated<number>
    createdAt: Generated<string>
    happened: boolean | null
    providerRefundId: string | null
    reason: Generated<string>
  }
  auditEntry: {
    companyId: Id<'company'>
    seq: Generated<number>
    at: Generated<string>
    actorId: string | null
    actorName: string
    action: string
    entity: string
    entityId: string
    entityLabel: Generated<string>
    before: unknown
    after: unknown
    address: string
    device: string
    prevHash: Generated<Buffer>
    hash: Generated<Buffer>
  }
  auditHead: {
    companyId: Id<'company'>
    seq: number
    hash: Buffer
  }
  avatar: {
    companyId: string
    id: Generated<Id<'avatar'>>
    userId: Id<'user'>
    type: 'image/png' | 'image/jpeg' | 'image/webp'
    bytes: Buffer
    createdAt: Generated<string>
  }
  balanceAt: {
    companyId: string
    accountId: Id<'paypalAccount'>
    asOf: string
    currency: string
    paypalMinor: number
    ledgerMinor: number
    askedAt: Generated<string>
  }
  balanceProof: {
    companyId: string
    accountId: Id<'paypalAccount'>
    currency: string
    asOf: string
    paypalMinor: number
    ledgerMinor: number
    checkedAt: Generated<string>
    pendingMinor: Generated<number>
    differenceMinor: Generated<number>
  }
  bill: {
    companyId: Id<'company'>
    id: Generated<Id<'bill'>>
    number: string
    title: Generated<string>
    customerId: Id<'customer'>
    customerName: string
    ownerId: Id<'user'>
    accountId: Id<'paypalAccount'> | null
    routingReason: Generated<string>
    status: Generated<
      | 'draft'
      | 'scheduled'
      | 'sending'
      | 'sendFailed'
      | 'sent'
      | 'paymentPending'
      | 'partiallyPaid'
      | 'paid'
      | 'partiallyRefunded'
      | 'refunded'
      | 'cancelled'
      | 'writtenOff'
    >
    currency: string
    subtotalMinor: Generated<number>
    discountTotalMinor: Generated<number>
    taxTotalMinor: Generated<number>
    shippingMinor: Generated<number>
    totalMinor: number
    paidMinor: Generated<number>
    refundedMinor: Generated<number>
    dueMinor: number
    feeMinor: number | null
    netMinor: number | null
    allowPartial: Generated<boolean>
    minimumDueMinor: number | null
    billDate: string | null
    dueDate: string | null
    term: Generated<
      'onReceipt' | 'net10' | 'net15' | 'net30' | 'net45' | 'net60' | 'net90' | 'onDate' | 'none'
    >
    tags: Generated<string[]>
    providerStatus: string | null
    providerInvoiceId: string | null
    providerUpdatedAt: string | null
    providerSeenAt: string | null
    payUrl: string | null
    refreshWantedAt: string | null
    operationId: string | null
    failure: unknown
    remindCount: Generated<number>
    remindedAt: string | null
    lastAction: Generated<string>
    lastActor: Generated<string>
    lastActionAt: Generated<string>
    sentAt: string | null
    viewedAt: string | null
    paidAt: string | null
    cancelledAt: string | null
    writtenOffAt: string | null
    version: Generated<number>
    createdAt: Generated<string>
    updatedAt: Generated<string>
    providerLookedAt: string | null
    elsewhereMinor: Generated<number>
    coveredMinor: Generated<number>
    providerDueMinor: Generated<number | null>
    otherCurrency: string | null
    otherTotalMinor: number | null
  }
  billBack: {
    companyId: string
    billId: Id<'bill'>
    id: Id<'billBack'>
    kind: 'refund' | 'reversal' | 'chargeback' | 'returned' | 'external' | 'fee'
    currency: string
    amountMinor: number
    feeMinor: number
    movedAt: string | null
    countedOn: string
  }
  billContent: {
    companyId: string
    billId: Id<'bill'>
    recipient: Generated<unknown>
    items: Generated<unknown>
    discount: unknown
    shipping: unknown
    note: Generated<string>
    terms: Generated<string>
    memo: Generated<string>
  }
  billEntry: {
    companyId: string
    id: Generated<Id<'billEntry'>>
    billId: Id<'bill'>
    at: Generated<string>
    source: 'person' | 'paypal' | 'system'
    kind: string
    actorId: string | null
    actorName: Generated<string>
    data: Generated<unknown>
  }
  billFigure: {
    companyId: string
    ownerId: string
    kind: 'owing' | 'settling' | 'refused' | 'collected' | 'fee' | 'refunded'
    day: string
    currency: string
    rowCount: number
    amountMinor: number
  }
  billFigureDelta: {
    companyId: string
    id: Generated<Id<'billFigureDelta'>>
    ownerId: string
    kind: string
    day: string
    currency: string
    rowCount: number
    amountMinor: number
  }
  billNumber: {
    companyId: Id<'company'>
    prefix: string
    last: number
  }
  billPayment: {
    companyId: string
    id: Generated<Id<'billPayment'>>
    billId: Id<'bill'>
    accountId: string | null
    providerPaymentId: string
    source: 'paypal' | 'external'
    method: Generated<string>
    currency: string
    amountMinor: number
    feeMinor: number | null
    netMinor: number | null
    feeAskedAt: string | null
    pending: Generated<boolean>
    refundedMinor: Generated<number>
    refundingMinor: Generated<number>
    paidOn: string | null
    countedOn: string
    note: Generated<string>
    createdAt: Generated<string>
    movedAt: string | null
  }
  billRefund: {
    companyId: string
    id: Generated<Id<'billRefund'>>
    billId: Id<'bill'>
    providerRefundId: string
    source: 'paypal' | 'external'
    currency: string
    amountMinor: number
    refundedOn: string | null
    countedOn: string
    createdAt: Generated<string>
  }
  billSearch: {
    companyId: string
    billId: Id<'bill'>
    text: string
    grams: number[]
  }
  chatBot: {
    companyId: Id<'company'>
    id: Id<'chatBot'>
    urlSealed: Buffer
    urlLast4: string
    secretSealed: Buffer | null
    sentAt: string | null
    failure: Generated<string>
    failedAt: string | null
  }
  company: {
    id: Generated<Id<'company'>>
    name: string
    legalName: Generated<string>
    code: string
    logo: string | null
    country: string
    timezone: string
    baseCurrency: string
    status: Generated<'active' | 'suspended'>
    cell: Generated<string>
    version: Generated<number>
    createdAt: Generated<string>
  }
  companyKey: {
    companyId: Id<'company'>
    masterKeyId: string
    wrapped: Buffer
    wrappedAt: Generated<string>
  }
  companySetting: {
    companyId: Id<'company'>
    tabs: Generated<unknown>
    version: Generated<number>
    updatedAt: string | null
    updatedBy: string | null
  }
  customer: {
    companyId: Id<'company'>
    id: Generated<Id<'customer'>>
    name: string
    businessName: Generated<string>
    email: string | null
    ccEmails: Generated<string[]>
    phone: string | null
    country: string | null
    address: Generated<unknown>
    language: string | null
    ownerId: Id<'user'>
    defaultCurrency: string | null
    defaultAccountId: Id<'paypalAccount'> | null
    tags: Generated<string[]>
    note: Generated<string>
    mergedIntoId: Id<'customer'> | null
    version: Generated<number>
    createdAt: Generated<string>
    updatedAt: Generated<string>
  }
  customerAlias: {
    companyId: string
    email: string
    customerId: Id<'customer'>
    source: 'manual' | 'payment' | 'merge'
    createdAt: Generated<string>
  }
  customerSearch: {
    companyId: string
    customerId: Id<'customer'>
    lines: string
    grams: number[]
  }
  dayEnd: {
    companyId: string
    accountId: Id<'paypalAccount'>
    endsAt: string
    asOf: string | null
    failure: Generated<string>
    askedAt: Generated<string>
  }
  devMailbox: {
    id: Generated<Id<'devMailbox'>>
    channel: 'mail' | 'sms'
    recipient: string
    subject: string
    body: string
    createdAt: Generated<string>
  }
  dispute: {
    companyId: Id<'company'>
    id: Generated<Id<'dispute'>>
    accountId: Id<'paypalAccount'>
    providerDisputeId: string
    providerPaymentId: Generated<string>
    billId: Id<'bill'> | null
    paymentId: Id<'billPayment'> | null
    buyerName: Generated<string>
    reason: Generated<string>
    status: string
    stage: Generated<string>
    channel: Generated<string>
    currency: string | null
    amountMinor: number | null
    outcome: Generated<string>
    refundedMinor: number | null
    sellerDueAt: string | null
    buyerDueAt: string | null
    actions: Generated<string[]>
    openedAt: string
    providerUpdatedAt: string
    seenAt: Generated<string>
    raw: unknown
    operationId: string | null
    failure: unknown
    version: Generated<number>
  }
  disputeFile: {
    companyId: string
    id: Generated<Id<'disputeFile'>>
    disputeId: Id<'dispute'>
    name: string
    type: 'image/png' | 'image/jpeg' | 'application/pdf'
    bytes: Buffer
    operationId: string | null
    actorName: Generated<string>
    createdAt: Generated<string>
  }
  disputeReading: {
    companyId: string
    accountId: Id<'paypalAccount'>
    completeThrough: string
  }
  eventLook: {
    companyId: string
    accountId: Id<'paypalAccount'>
    leasedUntil: Generated<string>
    restUntil: Generated<string>
    failures: Generated<number>
  }
  idempotency: {
    companyId: Id<'company'>
    userId: string
    key: string
    requestHash: Buffer
    reply: unknown
    createdAt: Generated<string>
  }
  identity: {
    companyId: string
    id: Generated<Id<'identity'>>
    userId: Id<'user'>
    issuer: string
    subject: string
    label: string
    createdAt: Generated<string>
    lastUsedAt: string | null
  }
  installation: {
    id: Generated<number>
    systemIdentifier: string
    beatAt: Generated<string>
    backedUpAt: string | null
    begunAt: Generated<string>
    quarantinedAt: string | null
    why: Generated<string>
    restoredTo: string | null
    leftAt: string | null
    leftBy: Generated<string>
  }
  invitation: {
    companyId: string
    id: Generated<Id<'invitation'>>
    userId: Id<'user'>
    tokenHash: Buffer
    expiresAt: string
    acceptedAt: string | null
    createdAt: Generated<string>
  }
  journal: {
    companyId: string
    id: Generated<Id<'journal'>>
    accountId: Id<'paypalAccount'>
    transactionId: string | null
    kind: 'row' | 'change' | 'match' | 'opening' | 'correction'
    effectiveAt: string
    postedAt: Generated<string>
  }
  knownDevice: {
    companyId: string
    userId: Id<'user'>
    tokenHash: Buffer
    lastUsedAt: Generated<string>
  }
  ledgerBalance: {
    companyId: string
    accountId: string
    currency: string
    book: string
    balanceMinor: number
  }
  limitChange: {
    companyId: Id<'company'>
    id: Generated<Id<'limitChange'>>
    userId: Id<'user'> | null
    before: unknown
    after: unknown
    state: Generated<'waiting' | 'approved' | 'rejected' | 'withdrawn'>
    askedBy: string
    askedByName: string
    askedAt: Generated<string>
    decidedBy: string | null
    decidedByName: string | null
    decidedAt: string | null
  }
  listChoice: {
    companyId: Id<'company'>
    userId: string
    list: string
    columns: string[] | null
    defaultViewId: Id<'listView'> | null
  }
  listView: {
    companyId: Id<'company'>
    id: Generated<Id<'listView'>>
    ownerId: string
    ownerName: string
    list: string
    name: string
    query: string
    columns: string[] | null
    shared: Generated<boolean>
    version: Generated<number>
    createdAt: Generated<string>
  }
  loginThrottle: {
    key: string
    attempts: number
    windowEndsAt: string
  }
  matchLine: {
    companyId: string
    id: Generated<Id<'matchLine'>>
    transactionId: Id<'transaction'>
    billId: Id<'bill'> | null
    amountMinor: number
    deductionMinor: Generated<number>
    reason: Generated<string>
    rule: 'payment' | 'invoice' | 'number' | 'alias' | 'reference' | 'manual'
    actorId: string | null
    actorName: Generated<string>
    createdAt: Generated<string>
  }
  message: {
    companyId: string
    id: Generated<Id<'message'>>
    userId: Id<'user'> | null
    channel: 'mail' | 'sms'
    recipient: string
    template: string
    language: 'zh-CN' | 'en-US'
    params: Buffer | null
    createdAt: Generated<string>
    sentAt: string | null
    withheldAt: string | null
  }
  notice: {
    companyId: string
    id: Generated<Id<'notice'>>
    userId: string
    kind:
      | 'newDevice'
      | 'accountStopped'
      | 'approvalAsked'
      | 'approvalDecided'
      | 'disputeOpened'
      | 'disputeDeadline'
      | 'paymentReceived'
      | 'billRefused'
      | 'exceptionOverdue'
      | 'ruleFailed'
      | 'dailySummary'
      | 'accountSilent'
      | 'statementReady'
      | 'eventAlarm'
      | 'billProblem'
      | 'problemFound'
      | 'securityChange'
      | 'securityAlarm'
      | 'powerUsed'
      | 'limitChangeAsked'
      | 'limitChangeDecided'
    subjectId: string
    data: unknown
    readAt: string | null
    createdAt: Generated<string>
  }
  noticeDelivery: {
    companyId: Id<'company'>
    id: Generated<Id<'noticeDelivery'>>
    channel: 'mail' | 'companyMail' | 'chat'
    targetId: string
    kind: string
    subjectId: string
    data: unknown
    createdAt: Generated<string>
    dueAt: string
    batchId: string | null
    tries: Generated<number>
    sentAt: string | null
    withheldAt: string | null
  }
  notificationChoice: {
    companyId: string
    userId: Id<'user'>
    choices: unknown
    digestHour: number | null
    quietFrom: number | null
    quietTo: number | null
    version: Generated<number>
  }
  openingRow: {
    companyId: string
    accountId: Id<'paypalAccount'>
    providerTransactionId: string
    eventCode: string
    occurredAt: string
    grossMinor: number
    currency: string
    openingMinor: number
    netMinor: number
    providerUpdatedAt: string
    pending: Generated<boolean>
  }
  operation: {
    companyId: Id<'company'>
    id: Generated<Id<'operation'>>
    accountId: Id<'paypalAccount'>
    billId: Id<'bill'> | null
    refundId: Id<'refund'> | null
    disputeId: Id<'dispute'> | null
    kind:
      | 'createInvoice'
      | 'updateInvoice'
      | 'sendInvoice'
      | 'remindInvoice'
      | 'cancelInvoice'
      | 'deleteInvoice'
      | 'recordPayment'
      | 'refundPayment'
      | 'provideEvidence'
      | 'acceptClaim'
      | 'makeOffer'
      | 'sendMessage'
      | 'escalate'
      | 'appeal'
      | 'acknowledgeReturn'
    request: Generated<unknown>
    clientId: string | null
    state: Generated<'ready' | 'running' | 'unknown' | 'done' | 'refused'>
    calls: Generated<number>
    looks: Generated<number>
    dueAt: Generated<string>
    unknownSince: string | null
    outcome: unknown
    actorId: string | null
    actorName: Generated<string>
    createdAt: Generated<string>
    finishedAt: string | null
  }
  passkey: {
    companyId: string
    id: Generated<Id<'passkey'>>
    userId: Id<'user'>
    name: string
    credentialId: Buffer
    publicKey: Buffer
    counter: number
    transports: Generated<string[]>
    synced: boolean
    createdAt: Generated<string>
    lastUsedAt: string | null
  }
  paypalAccount: {
    companyId: Id<'company'>
    id: Generated<Id<'paypalAccount'>>
    label: string
    email: string
    environment: 'sandbox' | 'live'
    merchantId: string | null
    clientId: Generated<string>
    secretSealed: Buffer | null
    secretLast4: Generated<string>
    secretChangedAt: string | null
    webhookId: string | null
    lookupId: string | null
    scopes: Generated<string[]>
    scopesReadAt: string | null
    currencies: Generated<string[]>
    primaryCurrency: string | null
    state: Generated<'active' | 'paused' | 'limited' | 'disconnected' | 'archived'>
    stateReason: Generated<string>
    stateDetail: Generated<string>
    stateChangedAt: Generated<string>
    priority: Generated<number>
    dailyCount: number | null
    version: Generated<number>
    createdAt: Generated<string>
    updatedAt: Generated<string>
  }
  paypalAccountAllowance: {
    companyId: string
    accountId: Id<'paypalAccount'>
    kind: 'reporting' | 'look' | 'act'
    busyUntil: string | null
    heldUntil: string | null
    turnAt: string | null
    turns: Generated<string[]>
    perMinute: number
  }
  paypalAccountHealth: {
    companyId: string
    accountId: Id<'paypalAccount'>
    tokenOkAt: string | null
    tokenFailedAt: string | null
    tokenFailure: Generated<string>
    webhookOkAt: string | null
    webhookFailedAt: string | null
    webhookFailure: Generated<string>
    lastEventAt: string | null
    checkedAt: string | null
    checkingUntil: string | null
    sweptAt: string | null
    holdUntil: string | null
  }
  paypalAccountLimit: {
    companyId: string
    accountId: Id<'paypalAccount'>
    currency: string
    billMinMinor: number | null
    billMaxMinor: number | null
    dailyMinor: number | null
    monthlyMinor: number | null
  }
  paypalAccountUsage: {
    companyId: string
    accountId: Id<'paypalAccount'>
    currency: string
    day: string
    amountMinor: Generated<number>
    billCount: Generated<number>
  }
  paypalAddressAllowance: {
    address: string
    kind: 'reporting' | 'look' | 'act'
    busyUntil: string | null
    heldUntil: string | null
  }
  paypalAlarm: {
    companyId: string
    id: Generated<Id<'paypalAlarm'>>
    accountId: Id<'paypalAccount'>
    kind: 'notBorneOut' | 'transmissionReused' | 'eventRewritten' | 'inFuture'
    eventId: string
    eventType: string
    resourceId: string | null
    transmissionId: string
    detail: Generated<string>
    raisedAt: Generated<string>
  }
  paypalBalance: {
    companyId: string
    accountId: Id<'paypalAccount'>
    currency: string
    totalMinor: number
    availableMinor: number | null
    withheldMinor: number | null
    asOf: string
  }
  paypalEvent: {
    companyId: string
    accountId: Id<'paypalAccount'>
    eventId: string
    eventType: string
    resourceType: Generated<string>
    resourceId: string | null
    createdAt: string | null
    receivedAt: Generated<string>
    transmissionId: Generated<string>
    raw: Buffer
    bodyAt: string | null
    digest: Buffer | null
  }
  paypalEventBody: {
    companyId: string
    accountId: string
    eventId: string
    receivedAt: string
    raw: Buffer
  }
  paypalEventBodySince: {
    beginsAt: string
  }
  paypalEventOutcome: {
    companyId: string
    accountId: string
    eventId: string
    outcome: 'confirmed' | 'unconfirmed' | 'notOurs' | 'failed' | 'applied' | 'stale' | 'fetched'
    reason: Generated<string>
    billId: string | null
    at: Generated<string>
  }
  paypalEventTodo: {
    companyId: string
    accountId: string
    eventId: string
    dueAt: Generated<string>
    tries: Generated<number>
    since: Generated<string | null>
  }
  paypalTransaction: {
    companyId: string
    id: Generated<Id<'transaction'>>
    accountId: Id<'paypalAccount'>
    providerTransactionId: string
    eventCode: string
    class:
      | 'payment'
      | 'paymentSent'
      | 'refund'
      | 'reversal'
      | 'chargeback'
      | 'fee'
      | 'conversion'
      | 'transfer'
      | 'hold'
      | 'adjustment'
      | 'other'
    status: 'D' | 'P' | 'S' | 'V'
    pendingReason: Generated<string>
    currency: string
    grossMinor: number
    feeMinor: Generated<number>
    netMinor: Generated<number>
    endingBalanceMinor: number | null
    invoiceId: Generated<string>
    customField: Generated<string>
    paypalInvoiceId: Generated<string>
    payerId: Generated<string>
    payerEmail: Generated<string>
    payerName: Generated<string>
    payerCountry: Generated<string>
    referenceId: Generated<string>
    referenceType: Generated<string>
    subject: Generated<string>
    note: Generated<string>
    groupId: string | null
    occurredAt: string
    providerUpdatedAt: string
    firstSeenVia: 'event' | 'sync'
    syncedAt: string | null
    matchState: Generated<'notNeeded' | 'unmatched' | 'auto' | 'manual' | 'ignored'>
    matchedMinor: Generated<number>
    matchReason: Generated<string>
    matchedBy: Generated<string>
    matchedAt: string | null
    assigneeId: Id<'user'> | null
    createdAt: Generated<string>
    version: Generated<number>
    settledAt: string | null
    pendingAt: string | null
    foundAt: string | null
    movedAt: string | null
  }
  paypalTransactionRaw: {
    companyId: string
    transactionId: Id<'transaction'>
    raw: unknown
  }
  permission: {
    id: Generated<Id<'permission'>>
    platformId: Generated<number>
    groupId: Id<'permissionGroup'>
    name: string
    labelZh: string
    labelEn: string
    builtIn: Generated<boolean>
    version: Generated<number>
  }
  permissionGroup: {
    id: Generated<Id<'permissionGroup'>>
    platformId: Generated<number>
    name: string
    sort: Generated<number>
    version: Generated<number>
  }
  phoneCode: {
    phone: string
    codeHash: Buffer | null
    tries: Generated<number>
    sentAt: string
    expiresAt: string
  }
  posting: {
    companyId: string
    journalId: string
    book:
      | 'balance'
      | 'withheld'
      | 'fees'
      | 'received'
      | 'unexplained'
      | 'setAside'
      | 'transferredOut'
      | 'converted'
      | 'opening'
    currency: string
    amountMinor: number
  }
  problem: {
    companyId: Id<'company'>
    id: Generated<Id<'problem'>>
    kind:
      | 'booksDiffer'
      | 'monthDiffers'
      | 'readingStopped'
      | 'eventsSilent'
      | 'rowSetAside'
      | 'refundUnknown'
      | 'currencyChanged'
    subjectId: string
    openedAt: Generated<string>
    endedAt: string | null
  }
  quarantineAccount: {
    companyId: string
    accountId: Id<'paypalAccount'>
    quarantinedAt: string
    startedAt: Generated<string>
    stage: Generated<'invoices' | 'bills' | 'refunds' | 'disputes' | 'done'>
    page: Generated<number>
    afterBill: string | null
    invoices: Generated<number>
    bills: Generated<number>
    failure: Generated<string>
    comparedAt: string | null
  }
  quarantineFinding: {
    companyId: Id<'company'>
    id: Generated<Id<'quarantineFinding'>>
    quarantinedAt: string
    accountId: string | null
    kind: string
    subject: string
    billId: string | null
    label: Generated<string>
    facts: Generated<unknown>
    state: 'taken' | 'open' | 'seen'
    reason: Generated<string>
    seenBy: Generated<string>
    seenAt: string | null
    foundAt: Generated<string>
  }
  recoveryCode: {
    companyId: string
    userId: Id<'user'>
    hash: Buffer
    usedAt: string | null
  }
  refund: {
    companyId: Id<'company'>
    id: Generated<Id<'refund'>>
    accountId: Id<'paypalAccount'>
    billId: Id<'bill'> | null
    paymentId: Id<'billPayment'> | null
    providerRefundId: string | null
    listedAs: string | null
    origin: 'paydesk' | 'paypal'
    kind: Generated<'refund' | 'reversal' | 'returned'>
    currency: string
    amountMinor: number
    state:
      | 'waiting'
      | 'sending'
      | 'pending'
      | 'completed'
      | 'refused'
      | 'failed'
      | 'rejected'
      | 'withdrawn'
    reason: Generated<string>
    noteToPayer: Generated<string>
    requestedBy: string | null
    requestedByName: Generated<string>
    operationId: string | null
    failure: unknown
    lookedAt: string | null
    finishedAt: string | null
    version: Generated<number>
    createdAt: Generated<string>
    settled: 'happened' | 'notHappened' | null
  }
  role: {
    id: Generated<Id<'role'>>
    code: string
    name: string
    description: Generated<string>
    builtIn: Generated<boolean>
    version: Generated<number>
  }
  rolePermission: {
    roleId: Id<'role'>
    permissionId: Id<'permission'>
  }
  rowSetAside: {
    companyId: string
    id: Generated<Id<'rowSetAside'>>
    accountId: Id<'paypalAccount'>
    key: string
    providerTransactionId: string
    occurredAt: string | null
    why: 'id' | 'eventCode' | 'status' | 'amount' | 'fee' | 'date' | 'shape'
    detail: string
    told: unknown
    raw: string
    firstSeenAt: Generated<string>
    lastSeenAt: Generated<string>
    settledAt: string | null
    settledBy: string | null
    settledByName: Generated<string>
    reason: Generated<string>
    understoodAt: string | null
  }
  rule: {
    companyId: Id<'company'>
    id: Generated<Id<'rule'>>
    name: string
    description: string
    template:
      | 'remindBeforeDue'
      | 'remindAfterDue'
      | 'cancelUnpaid'
      | 'dailySummary'
      | 'accountSilence'
      | 'monthlyStatement'
    type: 'once' | 'hourly' | 'daily' | 'weekly' | 'monthly'
    startAt: string
    params: unknown
    status: Generated<number>
    callNo: Generated<number>
    lastScheduledAt: string | null
    nextAt: string | null
    failure: unknown
    memory: Generated<unknown>
    version: Generated<number>
    updatedBy: Generated<string>
    updatedAt: Generated<string>
    createdAt: Generated<string>
  }
  ruleBill: {
    companyId: string
    ruleId: Id<'rule'>
    billId: Id<'bill'>
    dueDate: string
    times: number
    lastOn: string
  }
  ruleRun: {
    companyId: string
    ruleId: Id<'rule'>
    scheduledAt: string
    state: Generated<'running' | 'done' | 'failed' | 'stopped'>
    startedAt: Generated<string>
    finishedAt: string | null
    touchedAt: Generated<string>
    afterDue: string | null
    afterId: string | null
    done: Generated<number>
    skipped: Generated<number>
    failure: unknown
  }
  schemaMigration: {
    version: number
    name: string
    checksum: string
    appliedAt: Generated<string>
  }
  secondFactor: {
    companyId: string
    userId: Id<'user'>
    secret: Buffer
    enabledAt: string | null
    lastStep: Generated<number>
    createdAt: Generated<string>
  }
  session: {
    companyId: string
    id: Generated<Id<'session'>>
    userId: Id<'user'>
    tokenHash: Buffer
    actingCompanyId: Id<'company'> | null
    createdAt: Generated<string>
    lastSeenAt: Generated<string>
    idleSeconds: number
    expiresAt: string
    endedAt: string | null
    reauthenticatedAt: string | null
    address: string
    userAgent: string
    previousLoginAt: string | null
    previousLoginIp: string | null
    factorAt: string | null
  }
  syncRun: {
    companyId: string
    id: Generated<Id<'syncRun'>>
    accountId: Id<'paypalAccount'>
    kind: 'regular' | 'resync' | 'pending'
    windowFrom: string
    windowTo: string
    state: Generated<'wanted' | 'running' | 'done' | 'failed'>
    readTo: string | null
    readAt: string | null
    calls: Generated<number>
    rowsSeen: Generated<number>
    rowsNew: Generated<number>
    rowsChanged: Generated<number>
    failure: Generated<string>
    actorName: Generated<string>
    startedAt: Generated<string>
    endedAt: string | null
  }
  ticket: {
    hash: Buffer
    kind: string
    data: unknown
    tries: Generated<number>
    expiresAt: string
  }
  transactionDay: {
    companyId: string
    accountId: string
    day: string
    currency: string
    class: string
    rowCount: number
    grossMinor: number
    feeMinor: number
  }
  userRole: {
    companyId: string
    userId: Id<'user'>
    roleId: Id<'role'>
  }
  verification: {
    companyId: Id<'company'>
    verifier: 'ledger' | 'audit'
    verifiedAt: string | null
    faults: Generated<number>
    firstFault: Generated<string>
    tookMs: Generated<number>
    dueAt: Generated<string>
  }
}
