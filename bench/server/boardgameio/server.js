// A boardgame.io server for comparison with `perron serve`: a game with hidden hands, two players in turn, whose state makes
// messages about as long as Perron's (BYTES). Its usual store is in memory: nothing is on disk when the others hear of it. With
// a FOLDER it uses the file store that comes with it, which writes each move to files, though without waiting for the disk.
//   node server.js PORT [FOLDER]
const { Server, FlatFile } = require('boardgame.io/server');
const { PlayerView } = require('boardgame.io/core');

const bytes = Number(process.env.BYTES || 1500);

const game = {
  name: 'perron',
  setup: () => ({
    deck: 110,
    row: [0, 1, 2, 3, 4],
    points: [0, 0],
    moves: 0,
    tracks: Array.from({ length: Math.max(1, Math.round((bytes - 760) / 4)) }, () => 100),
    players: { 0: { hand: [1, 1, 1, 1] }, 1: { hand: [1, 1, 1, 1] } },
  }),
  playerView: PlayerView.STRIP_SECRETS,
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    act: ({ G, playerID }, track, card) => {
      if (!Number.isInteger(track) || track < 0 || track >= G.tracks.length) return 'INVALID_MOVE';
      G.tracks[track] = 100 + Number(playerID);
      G.row[card % 5] = (G.row[card % 5] + 1) % 9;
      G.points[playerID] += 1;
      G.players[playerID].hand[card % 4] = card % 9;
      G.moves += 1;
    },
  },
};

const folder = process.argv[3];
const server = Server({ games: [game], origins: ['*'], ...(folder ? { db: new FlatFile({ dir: folder }) } : {}) });
server.run({ port: Number(process.argv[2]), callback: () => console.log('ready') });
