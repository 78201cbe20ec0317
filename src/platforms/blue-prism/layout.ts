/**
 * Where stages are drawn. It matters because a Block is nothing but a rectangle: what lies inside it is
 * protected by the Recover stage inside it.
 */
import { attributeText, firstChild, localName, textOf, type XmlDocument } from '../xml-document.ts';

/** A rectangle of the page; NaN where the file says nothing. Blocks have their corner at x, y, other stages their centre. */
interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Blocks of one page beyond this many hold nothing: the search would be too long, and no person drew them. */
const BLOCKS_MAX = 200;

/** Reads both encodings: `<display x y w h/>`, and one element for each number in older versions. */
function areaOf(doc: XmlDocument, stage: number): Area {
  const area: Area = { x: Number.NaN, y: Number.NaN, width: Number.NaN, height: Number.NaN };
  for (let child = firstChild(doc, stage); child !== -1; child = doc.nextSiblings[child]!) {
    switch (localName(doc, child)) {
      case 'display':
        area.x = numberOf(attributeText(doc, child, 'x'));
        area.y = numberOf(attributeText(doc, child, 'y'));
        area.width = numberOf(attributeText(doc, child, 'w'));
        area.height = numberOf(attributeText(doc, child, 'h'));
        return area;
      case 'displayx':
        area.x = numberOf(textOf(doc, child));
        break;
      case 'displayy':
        area.y = numberOf(textOf(doc, child));
        break;
      case 'displaywidth':
        area.width = numberOf(textOf(doc, child));
        break;
      case 'displayheight':
        area.height = numberOf(textOf(doc, child));
        break;
    }
  }
  return area;
}

function numberOf(text: string | undefined): number {
  return text === undefined || text.trim() === '' ? Number.NaN : Number(text);
}

function holds(block: Area, stage: Area): boolean {
  return (
    stage.x >= block.x &&
    stage.x <= block.x + block.width &&
    stage.y >= block.y &&
    stage.y <= block.y + block.height
  );
}

/** For each stage the place of the smallest block that holds its centre, or -1. Both are given as elements. */
export function blocksAround(
  doc: XmlDocument,
  blocks: readonly number[],
  stages: readonly number[],
): number[] {
  const candidates = blocks.slice(0, BLOCKS_MAX).map((block) => areaOf(doc, block));
  return stages.map((element) => {
    const stage = candidates.length === 0 ? undefined : areaOf(doc, element);
    let smallest = -1;
    let size = Number.POSITIVE_INFINITY;
    for (let place = 0; stage !== undefined && place < candidates.length; place += 1) {
      const block = candidates[place]!;
      if (!holds(block, stage) || block.width * block.height >= size) continue;
      smallest = place;
      size = block.width * block.height;
    }
    return smallest;
  });
}
