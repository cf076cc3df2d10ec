/// What makes and serves the media of the files in `Hostile`, beside the program of ``PlantedServer``.
extension PlantedServer {
  /// A description of bytes is a text, a list of descriptions, or an object with one of these, and perhaps
  /// with `times`:
  /// `hex`; `word`, a number of 32 bits; `noise`, as many random bytes; `packed`, compressed by zlib;
  /// `png`, what follows the signature; `chunk` (of a PNG), `block` (of a WebP) and `segment` (of a JPEG) with
  /// their content `of`; `riff`, the blocks of a WebP; `first`, so many bytes `of` a description;
  /// `fuzzed`, a description of which some bytes change with the name of the file.
  ///
  /// `@SERVER@` in a text is the address of this server. Beside its `bytes`, a file may have a `type`, a `status`,
  /// and a `length` that is stated; `endless`, the seconds until the bytes come again; and `copies`, when the
  /// server refuses to make smaller ones.
  static let mediaProgram = """
    import random, struct, zlib
    class Maker:
      def __init__(self, name, address):
        self.name, self.address = name, address
      def made(self, part):
        if isinstance(part, str): return part.replace('@SERVER@', self.address).encode()
        if isinstance(part, list): return b''.join(map(self.made, part))
        return self.once(part) * part.get('times', 1)
      def once(self, part):
        if 'hex' in part: return bytes.fromhex(part['hex'])
        if 'word' in part: return struct.pack('>I', part['word'])
        if 'noise' in part: return random.Random(1).randbytes(part['noise'])
        if 'packed' in part: return zlib.compress(self.made(part['packed']), 9)
        if 'png' in part: return b'\\x89PNG\\r\\n\\x1a\\n' + self.made(part['png'])
        if 'fuzzed' in part: return self.fuzzed(self.made(part['fuzzed']))
        if 'riff' in part:
          blocks = self.made(part['riff'])
          return b'RIFF' + struct.pack('<I', len(blocks) + 4) + b'WEBP' + blocks
        content = self.made(part['of'])
        if 'first' in part: return content[:part['first']]
        if 'block' in part:
          return part['block'].encode() + struct.pack('<I', len(content)) + content
        if 'segment' in part:
          return b'\\xff' + bytes.fromhex(part['segment']) + struct.pack('>H', len(content) + 2) + content
        body = part['chunk'].encode() + content
        check = zlib.crc32(body) ^ part.get('damage', 0)
        return struct.pack('>I', len(content)) + body + struct.pack('>I', check)
      def fuzzed(self, data):
        dice, data = random.Random(self.name), bytearray(data)
        for _ in range(dice.randint(1, 8)): data[dice.randrange(len(data))] = dice.randrange(256)
        return bytes(data)
    def give(handler, name, what, address):
      data = Maker(name, address).made(what['bytes'])
      handler.send_response(what.get('status', 200))
      handler.send_header('Content-Type', what.get('type', 'image/png'))
      if 'endless' not in what:
        handler.send_header('Content-Length', str(what.get('length', len(data))))
      handler.send_header('Connection', 'close')
      handler.end_headers()
      handler.close_connection = True
      try:
        handler.wfile.write(data)
        while 'endless' in what:
          time.sleep(what['endless'])
          handler.wfile.write(data)
      except OSError: pass
    """
}
