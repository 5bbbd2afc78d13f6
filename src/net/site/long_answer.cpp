#include "net/site/long_answer.h"

#include "net/http/gzip.h"

namespace perron::net {
namespace {

using server::TextCursor;

constexpr std::size_t kPieceBytes = 256 << 10;  // of the text: more than most games have, and some 10 ms of the worker

class LongAnswer : public std::enable_shared_from_this<LongAnswer> {
 public:
  LongAnswer(WritePiece write, std::shared_ptr<PieceSink> sink) : write_(std::move(write)), sink_(std::move(sink)) {}

  // `response` has everything but the body.
  void begin(const CallPtr& call, Response response) {
    write_(place_, sink_, [self = shared_from_this(), call, response = std::move(response)](const auto& next) {
      if (!next) return refuse(call, next.error());
      auto out = response;
      const auto first = self->piece(*next);
      out.text = first.text;
      if (!first.last) out.more = [self](TakePiece take) { self->go_on(std::move(take)); };
      call->reply(std::move(out));
    });
  }

 private:
  void go_on(TakePiece take) {
    write_(place_, sink_, [self = shared_from_this(), take = std::move(take)](const auto& next) {
      if (next) take(self->piece(*next));
      else take(std::nullopt);
    });
  }
  BodyPiece piece(TextCursor next) {
    place_ = next;
    return {sink_->take(), place_ == TextCursor::end};
  }

  WritePiece write_;
  std::shared_ptr<PieceSink> sink_;  // the worker's while it writes
  TextCursor place_ = TextCursor::begin;
};

}  // namespace

void answer_in_pieces(const CallPtr& call, std::string_view type, WritePiece write) {
  Response response;
  response.type = type;
  response.headers.emplace_back("Vary", "Accept-Encoding");
  const bool packed = call->request.accepts_gzip;
  if (packed) response.headers.emplace_back("Content-Encoding", "gzip");
  std::shared_ptr<PieceSink> sink;
  if (packed) sink = std::make_shared<GzipSink>(kPieceBytes);
  else sink = std::make_shared<PlainSink>(kPieceBytes);
  std::make_shared<LongAnswer>(std::move(write), std::move(sink))->begin(call, std::move(response));
}

}  // namespace perron::net
