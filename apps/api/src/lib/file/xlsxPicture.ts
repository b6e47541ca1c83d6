const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const packaged = 'http://schemas.openxmlformats.org/package/2006/relationships'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const drawing = 'http://schemas.openxmlformats.org/drawingml/2006'
/**
 * The picture is at most 44 points high and wide, in the units of drawings. Logos here are square.
 */
const size = 44 * 12_700

const extensionOf = (picture: Buffer) => (picture.readUInt8(0) === 0x89 ? 'png' : 'jpeg')

/** The entries for a picture in the workbook's list of parts. */
export const pictureTypes = (picture: Buffer) =>
  `<Default Extension="${extensionOf(picture)}" ContentType="image/${extensionOf(picture)}"/>` +
  '<Override PartName="/xl/drawings/drawing1.xml" ContentType="application/vnd.openxmlformats-officedocument.drawing+xml"/>'

const relation = (type: string, target: string) =>
  Buffer.from(
    `${xml}<Relationships xmlns="${packaged}"><Relationship Id="rId1" Type="${office}/${type}" Target="${target}"/></Relationships>`,
  )

/** The parts of the workbook that put a picture into the upper corner of its first sheet. */
export const pictureParts = (picture: Buffer): [path: string, content: Buffer][] => [
  [`xl/media/image1.${extensionOf(picture)}`, picture],
  ['xl/worksheets/_rels/sheet1.xml.rels', relation('drawing', '../drawings/drawing1.xml')],
  [
    'xl/drawings/_rels/drawing1.xml.rels',
    relation('image', `../media/image1.${extensionOf(picture)}`),
  ],
  [
    'xl/drawings/drawing1.xml',
    Buffer.from(
      `${xml}<xdr:wsDr xmlns:xdr="${drawing}/spreadsheetDrawing" xmlns:a="${drawing}/main">` +
        '<xdr:oneCellAnchor><xdr:from><xdr:col>0</xdr:col><xdr:colOff>0</xdr:colOff>' +
        `<xdr:row>0</xdr:row><xdr:rowOff>0</xdr:rowOff></xdr:from><xdr:ext cx="${size}" ` +
        `cy="${size}"/><xdr:pic><xdr:nvPicPr><xdr:cNvPr id="1" name="Logo"/><xdr:cNvPicPr/>` +
        `</xdr:nvPicPr><xdr:blipFill><a:blip xmlns:r="${office}" r:embed="rId1"/><a:stretch>` +
        '<a:fillRect/></a:stretch></xdr:blipFill><xdr:spPr><a:xfrm><a:off x="0" y="0"/><a:ext ' +
        `cx="${size}" cy="${size}"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom>` +
        '</xdr:spPr></xdr:pic><xdr:clientData/></xdr:oneCellAnchor></xdr:wsDr>',
    ),
  ],
]
