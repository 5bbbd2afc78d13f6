#include "net/site/streamed_response.h"

#include "net/http/gzip.h"

namespace perron::net {
namespace {

using server::TextCursor;

constexpr std::size_t kPieceBytes = 256 << 10;  // of uncompressed text: more than most games need, and about 10 ms of the worker

class StreamedResponse : public std::enable_shared_from_this<StreamedResponse> {
 public:
  StreamedResponse(WritePiece write, std::shared_ptr<PieceSink> sink) : write_(std::move(write)), sink_(std::move(sink)) {}

  // `response` is complete except for its body.
  void begin(const CallPtr& call, Response response) {
    write_(place_, sink_, [self = shared_from_this(), call, response = std::move(response)](const auto& next) {
      if (!next) return refuse(call, next.error());
      auto out = response;
      const auto first = self->piece(*next);
      out.text = first.text;
      if (!first.last) out.more = [self](TakePiece take) { self->next_piece(std::move(take)); };
      call->reply(std::move(out));
    });
  }

 private:
  void next_piece(TakePiece take) {
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
  std::shared_ptr<PieceSink> sink_;  // used by the worker thread while it writes
  TextCursor place_ = TextCursor::begin;
};

}  // namespace

void stream_response(const CallPtr& call, std::string_view type, WritePiece write) {
  Response response;
  response.type = type;
  response.headers.emplace_back("Vary", "Accept-Encoding");
  const bool compressed = call->request.accepts_gzip;
  if (compressed) response.headers.emplace_back("Content-Encoding", "gzip");
  std::shared_ptr<PieceSink> sink;
  if (compressed) sink = std::make_shared<GzipSink>(kPieceBytes);
  else sink = std::make_shared<PlainSink>(kPieceBytes);
  std::make_shared<StreamedResponse>(std::move(write), std::move(sink))->begin(call, std::move(response));
}

}  // namespace perron::net
